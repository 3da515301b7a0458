import type { BrowserContext } from 'playwright-core';

/**
 * Gives the workbench the messages of its server as bytes. By itself it takes each as a Blob and reads that with a FileReader
 * (vs/platform/remote/browser/browserSocketFactory.ts), for which Chromium's processes write to one another several times: a
 * sixth of the processor time of a host run went there. A desktop VS Code has no such detour.
 */
export async function quickMessages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // The pages of webviews keep their own.
    if (window !== window.top) return;
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        this.binaryType = 'arraybuffer';
      }
    };
    const read = FileReader.prototype.readAsArrayBuffer;
    FileReader.prototype.readAsArrayBuffer = function (given: Blob | ArrayBuffer): void {
      if (given instanceof Blob) {
        read.call(this, given);
        return;
      }
      const event = { target: { result: given } } as unknown as ProgressEvent<FileReader>;
      queueMicrotask(() => this.onload?.(event));
    };
  });
}

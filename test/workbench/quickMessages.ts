import type { BrowserContext, Page } from 'playwright-core';

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

/** What `playwright-core` keeps of a page in this process, as far as `withoutNetworkEvents` needs it. */
interface PageInProcess {
  delegate: { _mainFrameSession: { _client: { send(method: 'Network.disable'): Promise<unknown> } } };
}

/**
 * Chromium no longer tells playwright of each request and of each message on a WebSocket, with its whole content: for a workbench
 * this took a tenth of the processor time. There is no option for it, hence the way through playwright's inside. Afterwards the
 * page has no routes, no `request` and no `response`.
 */
export async function withoutNetworkEvents(page: Page): Promise<void> {
  const { _connection: connection } = page as unknown as {
    _connection: { toImpl(page: Page): PageInProcess };
  };
  await connection.toImpl(page).delegate._mainFrameSession._client.send('Network.disable');
}

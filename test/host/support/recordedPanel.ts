import * as vscode from 'vscode';
import type { ChatToHost, ChatToPage } from '../../../src/protocol/chat.ts';

export interface RecordedPanel {
  panel: vscode.WebviewPanel;
  /** What was posted to the page, in order. */
  posted: ChatToPage[];
  onDidPost: vscode.Event<ChatToPage>;
  onDidReceive: vscode.Event<unknown>;
  /** Sends a message as the page would. */
  say(message: ChatToHost): void;
}

/** A real webview panel that records the messages in both directions. */
export function recordedPanel(options: vscode.WebviewOptions & vscode.WebviewPanelOptions): RecordedPanel {
  const panel = vscode.window.createWebviewPanel(
    'hostedModels.testChat',
    'Test',
    vscode.ViewColumn.One,
    options,
  );
  const posted: ChatToPage[] = [];
  const didPost = new vscode.EventEmitter<ChatToPage>();
  const received = new vscode.EventEmitter<unknown>();
  panel.webview.onDidReceiveMessage((message) => received.fire(message));
  const webview = overlay(panel.webview, {
    postMessage: async (message: ChatToPage) => {
      posted.push(message);
      didPost.fire(message);
      return panel.webview.postMessage(message);
    },
    onDidReceiveMessage: received.event,
  });
  return {
    panel: overlay(panel, { webview }),
    posted,
    onDidPost: didPost.event,
    onDidReceive: received.event,
    say: (message) => received.fire(message),
  };
}

/** `target` with some of its members replaced; everything else goes to the real object. */
function overlay<T extends object>(target: T, parts: { [K in keyof T]?: unknown }): T {
  return new Proxy(target, {
    get(real, name) {
      if (name in parts) return Reflect.get(parts, name);
      const value: unknown = Reflect.get(real, name, real);
      return typeof value === 'function' ? value.bind(real) : value;
    },
    set: (real, name, value) => Reflect.set(real, name, value, real),
  });
}

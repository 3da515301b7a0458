import * as vscode from 'vscode';
import type { ChatToPage } from '../../../src/protocol/chat.ts';
import type { ChatToHost } from '../../../src/protocol/chatToHost.ts';
import type { Reply } from '../../../src/protocol/messages.ts';
import { pageOptions } from '../../../src/ui/shared/pageHtml.ts';
import { developedExtension } from './extension.ts';
import { overlay } from './overlay.ts';

export interface RecordedPanel<ToPage = ChatToPage, ToHost = ChatToHost> {
  panel: vscode.WebviewPanel;
  /** What was posted to the page, in order. */
  posted: ToPage[];
  onDidPost: vscode.Event<ToPage>;
  /** What the page posted, and `say`, in order. */
  received: unknown[];
  onDidReceive: vscode.Event<unknown>;
  /** Sends a message as the page would. */
  say(message: ToHost): void;
  /** Like `say`, for a request. Resolves to the reply, which is not in `posted`. */
  ask(message: ToHost): Promise<unknown>;
}

/**
 * A real webview panel that records the messages in both directions. Its page is not loaded, which takes longer than most tests,
 * unless `hasPage` is true.
 */
export function recordedPanel<ToPage = ChatToPage, ToHost = ChatToHost>(
  options: vscode.WebviewOptions & vscode.WebviewPanelOptions,
  hasPage = false,
): RecordedPanel<ToPage, ToHost> {
  return recorded(openPanel(options), hasPage);
}

/**
 * Gives each test of the suite such a panel. Without a page, they are one real panel as long as it is in sight: to open one, VS
 * Code works as long as for most tests. What a test does with its panel ends when that is disposed.
 */
export function useRecordedPanel<ToPage = ChatToPage, ToHost = ChatToHost>(hasPage = false) {
  const options = () => pageOptions(developedExtension().extensionUri);
  let shared: vscode.WebviewPanel | undefined;
  after(() => shared?.dispose());
  return (): RecordedPanel<ToPage, ToHost> => {
    if (hasPage) return recordedPanel(options(), hasPage);
    if (!shared?.visible) {
      shared?.dispose();
      const made = openPanel(options());
      made.onDidDispose(() => {
        if (shared === made) shared = undefined;
      });
      shared = made;
    }
    return recorded(lent(shared), hasPage);
  };
}

/** The panel as one that can be disposed while the real one stays. */
function lent(panel: vscode.WebviewPanel): vscode.WebviewPanel {
  // Else it would have the title that an earlier test gave it.
  panel.title = 'Test';
  const disposed = new vscode.EventEmitter<void>();
  const dispose = () => {
    following.dispose();
    disposed.fire();
    disposed.dispose();
  };
  const following = panel.onDidDispose(dispose);
  return overlay(panel, { dispose, onDidDispose: disposed.event });
}

function openPanel(options: vscode.WebviewOptions & vscode.WebviewPanelOptions): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel('hostedModels.testChat', 'Test', vscode.ViewColumn.One, options);
}

/**
 * Records the panels that are created while a test runs, in order, and closes them after it. Their pages are not loaded, unless
 * `hasPage` is true, but say that they are ready, as a page does whenever its tab comes in sight.
 */
export function useRecordedPanels<ToPage = ChatToPage, ToHost = ChatToHost>(hasPage = false) {
  const own = vscode.window.createWebviewPanel;
  const all: RecordedPanel<ToPage, ToHost>[] = [];
  const didCreate = new vscode.EventEmitter<RecordedPanel<ToPage, ToHost>>();
  beforeEach(() => {
    all.length = 0;
    const create = (...given: Parameters<typeof own>) => {
      const one = recorded<ToPage, ToHost>(own(...given), hasPage);
      all.push(one);
      if (!hasPage) wheneverInSight(one.panel, () => one.say({ type: 'ready' } as ToHost));
      didCreate.fire(one);
      return one.panel;
    };
    Object.assign(vscode.window, { createWebviewPanel: create });
  });
  afterEach(() => {
    Object.assign(vscode.window, { createWebviewPanel: own });
    for (const { panel } of all) panel.dispose();
  });
  const shown: readonly RecordedPanel<ToPage, ToHost>[] = all;
  return { all: shown, onDidCreate: didCreate.event };
}

/** Calls `act` soon, and again each time the panel comes in sight. */
function wheneverInSight(panel: vscode.WebviewPanel, act: () => void): void {
  let isInSight = true;
  panel.onDidChangeViewState(() => {
    if (panel.visible && !isInSight) setImmediate(act);
    isInSight = panel.visible;
  });
  setImmediate(act);
}

function recorded<ToPage = ChatToPage, ToHost = ChatToHost>(
  panel: vscode.WebviewPanel,
  hasPage: boolean,
): RecordedPanel<ToPage, ToHost> {
  const posted: ToPage[] = [];
  const didPost = new vscode.EventEmitter<ToPage>();
  const received: unknown[] = [];
  const didReceive = new vscode.EventEmitter<unknown>();
  const receive = (message: unknown) => {
    received.push(message);
    didReceive.fire(message);
  };
  panel.webview.onDidReceiveMessage(receive);
  const asked = new Map<string, (reply: unknown) => void>();
  const webview = overlay(panel.webview, {
    postMessage: async (message: ToPage | Reply) => {
      if (isReply(message)) asked.get(message.to)?.(message.value);
      else {
        posted.push(message);
        didPost.fire(message);
      }
      return hasPage ? panel.webview.postMessage(message) : true;
    },
    onDidReceiveMessage: didReceive.event,
    ...(!hasPage && { html: '' }),
  });
  return {
    panel: overlay(panel, { webview }),
    posted,
    onDidPost: didPost.event,
    received,
    onDidReceive: didReceive.event,
    say: receive,
    ask(message) {
      const request = crypto.randomUUID();
      return new Promise((resolve) => {
        asked.set(request, resolve);
        receive({ ...message, request });
      });
    },
  };
}

function isReply(message: unknown): message is Reply {
  return (message as Reply).type === 'reply';
}

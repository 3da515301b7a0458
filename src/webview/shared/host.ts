/** What VS Code puts into a page's global scope; may be called once. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The typed way to the extension host. `Incoming` is trusted: the host and the page are built together. */
export interface Host<Incoming, Outgoing, Kept> {
  post(message: Outgoing): void;
  /** What an earlier life of this page kept; unchecked, since an older version may have written it. */
  kept(): unknown;
  keep(state: Kept): void;
  onMessage(listener: (message: Incoming) => void): void;
}

export function connectHost<Incoming, Outgoing, Kept>(): Host<Incoming, Outgoing, Kept> {
  // The object stays in this closure: whoever holds it can speak for the page.
  const api = acquireVsCodeApi();
  return {
    post: (message) => api.postMessage(message),
    kept: () => api.getState(),
    keep: (state) => api.setState(state),
    onMessage: (listener) => {
      window.addEventListener('message', (event: MessageEvent<Incoming>) => listener(event.data));
    },
  };
}

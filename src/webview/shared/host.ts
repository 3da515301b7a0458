/** The API that VS Code adds to a page's global scope. It can be acquired only once. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** Typed access to the extension host. `Incoming` is trusted: host and page are built together. */
export interface Host<Incoming, Outgoing, Kept> {
  post(message: Outgoing): void;
  /** State kept by an earlier instance of this page, if there was one. */
  kept(): Kept | undefined;
  keep(state: Kept): void;
  onMessage(listener: (message: Incoming) => void): void;
}

export function connectHost<Incoming, Outgoing, Kept>(): Host<Incoming, Outgoing, Kept> {
  // The API stays in this closure: any code that holds it can send messages as the page.
  const api = acquireVsCodeApi();
  return {
    post: (message) => api.postMessage(message),
    kept: () => api.getState() as Kept | undefined,
    keep: (state) => api.setState(state),
    onMessage: (listener) => {
      window.addEventListener('message', (event: MessageEvent<Incoming>) => listener(event.data));
    },
  };
}

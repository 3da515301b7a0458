import type { Messages, MessageTable, Reply, ReplyTo, RequestType } from '../../protocol/messages.ts';

/** The API that VS Code adds to a page's global scope. It can be acquired only once. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** Typed access to the extension host. `Incoming` is trusted: host and page are built together. */
export interface Host<Incoming, Table extends MessageTable, Kept extends object> {
  post(message: Messages<Table>[keyof Table & string]): void;
  /** Resolves to the host's reply; to `undefined` if it refused or failed, which it reports itself. */
  request<Type extends RequestType<Table>>(
    message: { type: Type } & Messages<Table>[Type],
  ): Promise<ReplyTo<Table[Type]> | undefined>;
  /** Replies to a request of the host. */
  reply(to: string, value: unknown): void;
  /** State kept by an earlier instance of this page, if there was one. */
  kept(): Kept | undefined;
  keep(state: Kept): void;
  /** What `keepFocus` of an earlier instance of this page was told last. */
  hadFocus: string | undefined;
  /** Keeps what has the focus beside the state, once there is one. */
  keepFocus(name: string | undefined): void;
  onMessage(listener: (message: Incoming) => void): void;
}

export function connectHost<Incoming, Table extends MessageTable, Kept extends object>(
  // The API stays in this closure: any code that holds it can send messages as the page.
  api: VsCodeApi = acquireVsCodeApi(),
  page: Pick<EventTarget, 'addEventListener'> = window,
): Host<Incoming, Table, Kept> {
  const { focus: hadFocus } = (api.getState() ?? {}) as { focus?: string };
  let focus = hadFocus;
  const keep = (state: object) => {
    const { focus: _, ...rest } = state as { focus?: string };
    api.setState({ ...rest, ...(focus !== undefined && { focus }) });
  };
  const waiting = new Map<string, (value: never) => void>();
  return {
    post: (message) => api.postMessage(message),
    request: (message) =>
      new Promise((resolve) => {
        const request = crypto.randomUUID();
        waiting.set(request, resolve);
        api.postMessage({ ...message, request });
      }),
    reply: (to, value) => api.postMessage({ type: 'reply', to, value } satisfies Reply),
    kept: () => api.getState() as Kept | undefined,
    keep,
    hadFocus,
    keepFocus: (name) => {
      if (name === focus) return;
      focus = name;
      const state = api.getState() as Kept | undefined;
      if (state) keep(state);
    },
    onMessage: (listener) => {
      page.addEventListener('message', (event) => {
        const { data } = event as MessageEvent<Incoming | Reply>;
        if (!isReply(data)) return listener(data);
        waiting.get(data.to)?.(data.value as never);
        waiting.delete(data.to);
      });
    },
  };
}

function isReply(message: unknown): message is Reply {
  return (message as Partial<Reply>).type === 'reply';
}

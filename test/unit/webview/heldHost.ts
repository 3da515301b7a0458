import assert from 'node:assert/strict';
import type { MessageTable } from '../../../src/protocol/messages.ts';
import { connectHost } from '../../../src/webview/shared/host.ts';

interface Posted {
  type: string;
  request?: string;
}

/** A page's host that does what the test says. `kept`: what an earlier page kept. */
export function heldHost<ToPage extends object, Table extends MessageTable, Kept extends object>(
  kept?: Kept,
) {
  const posted: Omit<Posted, 'request'>[] = [];
  const requests: Posted[] = [];
  const window = new EventTarget();
  let state: unknown = kept;
  const api = {
    postMessage({ request, ...message }: Posted) {
      posted.push(message);
      if (request !== undefined) requests.push({ request, ...message });
    },
    getState: () => state,
    setState: (next: unknown) => {
      state = next;
    },
  };
  const send = (data: object) => void window.dispatchEvent(Object.assign(new Event('message'), { data }));
  return {
    host: connectHost<ToPage, Table, Kept>(api, window),
    /** What was posted since it was last asked. */
    posted: () => posted.splice(0),
    kept: () => state as Kept | undefined,
    say: (...messages: ToPage[]) => {
      for (const message of messages) send(message);
    },
    /** Replies to the newest request that has these fields. */
    async reply(fields: object, value: unknown): Promise<void> {
      const wanted = Object.entries(fields);
      const at = requests.findLastIndex((one) =>
        wanted.every(([name, field]) => Reflect.get(one, name) === field),
      );
      const [one] = requests.splice(at, at < 0 ? 0 : 1);
      assert.ok(one, 'Nothing of that was asked.');
      send({ type: 'reply', to: one.request, value });
      // The page goes on in a microtask.
      await Promise.resolve();
    },
  };
}

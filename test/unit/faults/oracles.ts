import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Logger } from '../../../src/api/index.ts';
import type { ChaosServer } from '../../service/faults/chaosServer.ts';
import { assertNoneOf, everythingOf } from '../api/canary.ts';

// How long closing may take before it counts as a leak.
const settlingMs = 10_000;

/** Watches the process while a cell runs, then asserts that the call left nothing behind and revealed no secret. */
export class Oracles {
  readonly errors: unknown[] = [];
  readonly lines: string[] = [];
  readonly log: Logger;
  readonly #mishaps: string[] = [];
  readonly #resources = countResources();
  readonly #listeners: [string, (what: unknown) => void][];

  constructor() {
    const write = (line: string): void => void this.lines.push(line);
    this.log = { debug: write, info: write, warn: write, error: write };
    this.#listeners = ['unhandledRejection', 'uncaughtExceptionMonitor', 'warning'].map((name) => [
      name,
      (what) => this.#mishaps.push(`${name}: ${String(what)}`),
    ]);
    for (const [name, listener] of this.#listeners) process.on(name, listener);
  }

  /** On the service's side: the client has closed every connection whose answer is unfinished. */
  async assertLetGo(server: ChaosServer): Promise<void> {
    const isLetGo = (): boolean =>
      server.connections.every(({ closing, stage }) => closing !== undefined || stage === 'idle') &&
      server.open <= server.connections.length;
    await within(() => server.until(isLetGo), 'the service still has a connection whose call is over');
  }

  /** On the client's side; call after closing the server. */
  async assertNothingLeft(signal: AbortSignal, mayConnect: boolean): Promise<void> {
    assert.equal(getEventListeners(signal, 'abort').length, 0, "a listener is left on the caller's signal");
    if (mayConnect) return;
    const deadline = performance.now() + settlingMs;
    while (isMore(countResources(), this.#resources) && performance.now() < deadline) await setImmediate();
    const left = countResources();
    if (isMore(left, this.#resources)) assert.fail(`left over: ${describeMore(left, this.#resources)}`);
  }

  assertNoSecret(secrets: readonly string[]): void {
    for (const error of this.errors) assertNoneOf(secrets, everythingOf(error));
    assertNoneOf(secrets, this.lines.join('\n'));
  }

  /** No unhandled rejection, no uncaught error, and no warning such as that about too many listeners. */
  assertNoMishap(): void {
    assert.deepEqual(this.#mishaps, []);
  }

  stop(): void {
    for (const [name, listener] of this.#listeners) process.off(name, listener);
  }
}

/** Resolves with the result of `run`. Throws an error with the message `otherwise` if it takes too long. */
export async function within<T>(run: () => Promise<T>, otherwise: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new assert.AssertionError({ message: otherwise })), settlingMs);
  try {
    return await Promise.race([run(), promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Counts what keeps this process alive, by kind: sockets, servers, timers, system requests. */
function countResources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) {
    // The only immediates are those of our own waiting.
    if (kind !== 'Immediate') counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

function isMore(now: Map<string, number>, before: Map<string, number>): boolean {
  return [...now].some(([kind, count]) => count > (before.get(kind) ?? 0));
}

function describeMore(now: Map<string, number>, before: Map<string, number>): string {
  const more = [...now].filter(([kind, count]) => count > (before.get(kind) ?? 0));
  return more.map(([kind, count]) => `${count - (before.get(kind) ?? 0)} ${kind}`).join(', ');
}

import assert from 'node:assert/strict';

/** Everything in the process that the requests of other extensions depend on. */
export function shared(): Map<string, unknown> {
  const slots = Object.getOwnPropertySymbols(globalThis)
    .filter((symbol) => Symbol.keyFor(symbol)?.startsWith('undici.globalDispatcher'))
    .map((symbol): [string, unknown] => [String(symbol), Reflect.get(globalThis, symbol)]);
  const names = ['fetch', 'Headers', 'Request', 'Response', 'FormData', 'WebSocket', 'EventSource'];
  return new Map([
    ...slots,
    ...names.map((name): [string, unknown] => [name, Reflect.get(globalThis, name)]),
  ]);
}

export function assertSame(before: Map<string, unknown>): void {
  const after = shared();
  assert.deepEqual([...after.keys()], [...before.keys()]);
  for (const [name, value] of before) assert.ok(after.get(name) === value, `${name} was replaced.`);
}

/** Addresses, and whether each can only reach this machine: the client and the manifest have the same rule. */
export const loopbackCases: readonly (readonly [url: string, isLoopback: boolean])[] = [
  ['http://localhost', true],
  ['http://LOCALHOST.:1', true],
  ['http://a.localhost', true],
  ['http://127.0.0.1', true],
  ['http://127.9.9.9', true],
  ['http://0x7f.1', true],
  ['http://[::1]', true],
  ['http://[::ffff:127.0.0.1]', true],
  ['http://localhost.example', false],
  ['http://127.0.0.1.example', false],
  ['http://128.0.0.1', false],
  ['http://[::2]', false],
  ['http://notlocalhost', false],
  ['http://0.0.0.0', false],
];

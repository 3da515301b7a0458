/** The OpenAI-compatible server that the service relays chats to, for the tests in `relay`, which run only with one. */
const variable = 'TEST_UPSTREAM';

export function prepareRelayRun(upstream: string): Record<string, string> {
  return { [variable]: upstream };
}

/** `http://host/v1`; `undefined` in all other runs. */
export function relayRun(): string | undefined {
  return process.env[variable];
}

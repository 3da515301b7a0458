// What the SDKs' `create` takes by name; for all else they have a way of their own.
const named = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'temperature',
  'top_p',
  'max_tokens',
  'stop',
  'seed',
  'presence_penalty',
  'frequency_penalty',
  'tools',
  'tool_choice',
  'n',
  'user',
  'logprobs',
  'top_logprobs',
  'logit_bias',
  'response_format',
  'parallel_tool_calls',
]);

/** The fields of a request that OpenAI's SDKs know, and the others. */
export function splitFields(body: Readonly<Record<string, unknown>>): {
  known: [string, unknown][];
  others: Record<string, unknown>;
} {
  const entries = Object.entries(body);
  return {
    known: entries.filter(([name]) => named.has(name)),
    others: Object.fromEntries(entries.filter(([name]) => !named.has(name))),
  };
}

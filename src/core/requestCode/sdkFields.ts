import { optionalFields } from '../../api/config/chatFields.ts';

// The fields that the SDKs' `create` declares; each SDK has its own way to pass others.
const named = new Set<string>([
  'model',
  'messages',
  'stream',
  ...optionalFields,
  'n',
  'user',
  'logprobs',
  'top_logprobs',
  'logit_bias',
  'response_format',
  'parallel_tool_calls',
]);

/** Splits a request into the fields that OpenAI's SDKs know and the others. */
export function splitFields(body: Readonly<Record<string, unknown>>) {
  const kindOf = ([name]: [string, unknown]) => (named.has(name) ? 'known' : 'others');
  const { known = [], others = [] } = Object.groupBy(Object.entries(body), kindOf);
  return { known, others: Object.fromEntries(others) };
}

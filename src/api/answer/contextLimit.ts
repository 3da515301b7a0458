import { isObject } from './readBody.ts';

// How servers say how many tokens question and answer may have together. A limit for the question alone is none of these.
const limitTexts = [
  // OpenAI, vLLM, LiteLLM, Dynamo: "This model's maximum context length is 8192 tokens. However, …"; SGLang: "… of 8192 tokens";
  // vLLM also: "The decoder prompt (length 9000) is longer than the maximum model length of 8192".
  /maximum (?:context|model) length (?:is|of) (\d+)/i,
  // SGLang: "The input (9000 tokens) is longer than the model's context length (8192 tokens)"; llama.cpp since 2025: "request (9000
  // tokens) exceeds the available context size (8192 tokens)".
  /context (?:length|size) \((\d+) tokens\)/i,
  // TGI (router/src/validation.rs): "`inputs` tokens + `max_new_tokens` must be <= 8192. Given: …".
  /`inputs` tokens \+ `max_new_tokens` must be <= (\d+)/i,
  // llama-cpp-python: "Requested tokens (9000) exceed context window of 8192"; LM Studio: "loaded with context length of only 8192".
  /context (?:window|length) of (?:only )?(\d+)/i,
];

// Anything else is no size of a context.
const least = 128;
const most = 100_000_000;

/** Returns the size of the context, in tokens, that a refusal names; `undefined` if it names none. */
export function readContextLimit(message: string | undefined, said: unknown): number | undefined {
  const error = isObject(said) && isObject(said.error) ? said.error : said;
  // llama.cpp (ggml-org/llama.cpp 15780).
  if (isObject(error) && typeof error.n_ctx === 'number') return sensible(error.n_ctx);
  const start = message?.slice(0, 2000) ?? '';
  for (const text of limitTexts) {
    const found = sensible(Number(text.exec(start)?.[1]));
    if (found !== undefined) return found;
  }
  return undefined;
}

function sensible(tokens: number): number | undefined {
  return Number.isInteger(tokens) && tokens >= least && tokens <= most ? tokens : undefined;
}

import assert from 'node:assert/strict';
import { readContextLimit, readErrorText } from '../../../../src/api/answer/errorBody.ts';

const error = (message: string, more: object = {}) => ({ error: { message, ...more } });

describe('The size of a context that a refusal names', () => {
  /** A message stands for the body that OpenAI has around it. */
  const found: [server: string, body: unknown, limit: number][] = [
    [
      'OpenAI',
      error(
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens. Please reduce the length of the messages.",
        { type: 'invalid_request_error', param: 'messages', code: 'context_length_exceeded' },
      ),
      8192,
    ],
    [
      'vLLM, for the question',
      {
        object: 'error',
        message:
          "This model's maximum context length is 16384 tokens. However, you requested 8192 output tokens and your prompt contains at least 8193 input tokens, for a total of at least 16385 tokens.",
        type: 'BadRequestError',
        code: 400,
      },
      16384,
    ],
    [
      'vLLM, for the answer',
      "'max_tokens' or 'max_completion_tokens' is too large: 8000. This model's maximum context length is 4096 tokens and your request has 2778 input tokens (8000 > 4096 - 2778). None",
      4096,
    ],
    [
      'vLLM, from its engine',
      'The decoder prompt (length 9000) is longer than the maximum model length of 8192.',
      8192,
    ],
    ['SGLang', "The input (9000 tokens) is longer than the model's context length (8192 tokens).", 8192],
    [
      'SGLang, with the answer',
      "Requested token count exceeds the model's maximum context length of 8192 tokens.",
      8192,
    ],
    [
      'llama.cpp, in a field',
      error('the request exceeds the available context size. try increasing the context size', {
        code: 400,
        type: 'exceed_context_size_error',
        n_prompt_tokens: 1407,
        n_ctx: 256,
      }),
      256,
    ],
    [
      'llama.cpp, in words',
      'request (13392 tokens) exceeds the available context size (8192 tokens), try increasing it',
      8192,
    ],
    [
      'TGI',
      {
        error:
          'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 2048. Given: 1244 `inputs` tokens and 1000 `max_new_tokens`',
        error_type: 'validation',
      },
      2048,
    ],
    ['llama-cpp-python', 'Requested tokens (2285) exceed context window of 2048', 2048],
    [
      'LM Studio',
      'Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
      4096,
    ],
    [
      'LiteLLM',
      "litellm.ContextWindowExceededError: ContextWindowExceededError: OpenAIException - This model's maximum context length is 8192 tokens.",
      8192,
    ],
  ];
  for (const [server, body, limit] of found) {
    it(`is found as ${server} says it`, () => {
      const whole = typeof body === 'string' ? error(body) : body;
      const { message, said } = readErrorText(JSON.stringify(whole));
      assert.equal(readContextLimit(message, said), limit);
    });
  }

  const none: [what: string, body: unknown][] = [
    ['a limit of the question alone', { error: '`inputs` must have less than 1024 tokens. Given: 2000' }],
    ['a limit of the answer alone', error('max_tokens must be at most 4096')],
    ['a rate limit', error('Request too large on tokens per minute (TPM): Limit 12000, Requested 15318')],
    ['a refusal that names none', error('the request exceeds the available context size')],
    ['no size of a context', error("This model's maximum context length is 3 tokens")],
    ['a number that is too large', error(`maximum context length is ${'9'.repeat(30)} tokens`)],
    ['a field of another kind', error('Too long.', { n_ctx: '8192' })],
    ['no object', 'Too long.'],
  ];
  for (const [what, body] of none) {
    it(`is none for ${what}`, () => {
      const { message, said } = readErrorText(JSON.stringify(body));
      assert.equal(readContextLimit(message, said), undefined);
    });
  }
});

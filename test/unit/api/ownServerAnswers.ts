/** What servers answered on 127.0.0.1, as it came, where they differ from vLLM. */
export const llamaCpp = {
  // b10434, started with `--alias tiny-llama --ctx-size 32768 --parallel 4`: each of the four slots has a quarter of it.
  models: {
    models: [{ name: 'tiny-llama', model: 'tiny-llama', type: 'model', capabilities: ['completion'] }],
    object: 'list',
    data: [
      {
        id: 'tiny-llama',
        aliases: ['tiny-llama'],
        tags: [],
        object: 'model',
        created: 1795971104,
        owned_by: 'llamacpp',
        meta: {
          vocab_type: 1,
          n_vocab: 354,
          n_ctx: 8192,
          n_ctx_train: 32768,
          n_embd: 128,
          n_params: 747136,
          size: 2988544,
          ftype: '(guessed) all F32',
        },
      },
    ],
  },
  /** With `--api-key`, to all requests but those for the list of models. */
  wrongKey: { error: { message: 'Invalid API Key', type: 'authentication_error', code: 401 } },
} as const;

/** 1.108.7, started with a master key and without a database. */
export const liteLlm = {
  noSuchPath: { detail: 'Not Found' },
  /** With status 500. */
  noKey: 'Internal Server Error',
  /** With status 400. */
  wrongKey: {
    error: { message: 'No connected db.', type: 'no_db_connection', param: null, code: '400' },
  },
} as const;

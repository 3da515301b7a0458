import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { bytesOf, lines } from '../sets.ts';
import { completion, failure, type ReadOutput, readOutput, result } from './outputs.ts';

const read = (...rows: unknown[]): Promise<ReadOutput> => readOutput(bytesOf(lines(...rows)));
const readText = (text: string | Uint8Array, size?: number) => readOutput(bytesOf(text, size));
const usage = { promptTokens: 5, completionTokens: 3, totalTokens: 8 };
const answered = { text: 'Yes.', reasoning: '', finishReason: 'stop', usage, model: 'llama-3-8b' };

describe('The output of a batch', () => {
  it('is answers with what is known of them', async () => {
    const thought = completion('<think>Hm.</think>Yes.');
    const { answers, said } = await read(
      result('a', 'Yes.'),
      { custom_id: 'b', response: { status_code: 200, body: thought } },
      { custom_id: 'c', response: { status_code: 200, body: completion('Hm.\n</think>\n\nYes.') } },
    );
    assert.deepEqual(answers, [
      { customId: 'a', requestId: 'req-1', ...answered },
      { customId: 'b', ...answered, reasoning: 'Hm.' },
      { customId: 'c', ...answered, reasoning: 'Hm.\n' },
    ]);
    assert.deepEqual(said, []);
  });

  it('may have the bare completion as its response, as vLLM’s early versions write', async () => {
    const { answers } = await read({
      id: 'vllm-1',
      custom_id: 'a',
      response: completion('Yes.'),
      error: null,
    });
    assert.deepEqual(answers, [{ customId: 'a', ...answered }]);
  });

  const failures: [what: string, row: object, failure: object][] = [
    [
      'a text as its error',
      { response: null, error: 'No such model.' },
      { kind: 'server', message: 'No such model.' },
    ],
    [
      'an object as its error, as OpenAI and AIBrix write',
      { response: null, error: { code: 'batch_expired', message: 'It took too long.' } },
      { kind: 'server', message: 'It took too long.' },
    ],
    [
      'an object in an object as its error, as vLLM writes',
      {
        response: { status_code: 404, request_id: 'r', body: null },
        error: {
          error: { message: 'The model does not exist.', type: 'NotFoundError', param: 'model', code: 404 },
        },
      },
      { kind: 'notFound', status: 404, message: 'The model does not exist.' },
    ],
    [
      'the same without a status of the response',
      { response: null, error: { error: { message: 'The model does not exist.', code: 404 } } },
      { kind: 'notFound', status: 404, message: 'The model does not exist.' },
    ],
    [
      'a status of 400 with no error, as llm-d writes',
      { response: { status_code: 429, body: { error: { message: 'Busy.' } } }, error: null },
      { kind: 'rateLimited', status: 429, message: 'Busy.' },
    ],
    [
      'a status as text and a page as its body',
      { response: { status_code: '502', body: '<html>Bad gateway</html>' }, error: null },
      { kind: 'server', status: 502, message: 'The engine gave neither an answer nor an error.' },
    ],
    [
      'an answer beside a status of 500',
      { response: { status_code: 500, body: completion('Yes.') }, error: null },
      { kind: 'server', status: 500, message: 'The engine gave neither an answer nor an error.' },
    ],
    [
      'a redirect',
      { response: { status_code: 302, body: '' }, error: null },
      { kind: 'redirect', status: 302, message: 'The engine gave neither an answer nor an error.' },
    ],
    [
      'nothing at all',
      { response: null, error: null },
      { kind: 'server', message: 'The engine gave neither an answer nor an error.' },
    ],
    [
      'an error in an answer of status 200',
      { response: { status_code: 200, body: { error: { message: 'Out of memory.' } } }, error: null },
      { kind: 'server', message: 'Out of memory.' },
    ],
  ];
  for (const [what, row, expected] of failures)
    it(`is a failure if it has ${what}`, async () => {
      const { answers } = await read({ custom_id: 'a', ...row });
      assert.deepEqual(
        answers.map(({ requestId: _, ...rest }) => rest),
        [{ customId: 'a', failure: expected }],
      );
    });

  it('is judged by its status, not by an error that is only empty', async () => {
    const { answers } = await read(
      { ...result('a', 'Yes.'), error: {} },
      { ...result('b', 'No.'), error: '' },
    );
    assert.deepEqual(
      answers.map(({ text }) => text),
      ['Yes.', 'No.'],
    );
  });

  it('gives no key on that a script has written into its errors', async () => {
    const message = "Invalid header value b'Bearer sk-canary-0123456789\\r'";
    const rows = [
      { custom_id: 'a', response: null, error: { message } },
      { custom_id: 'b', response: null, error: message.toUpperCase() },
    ];
    const { answers } = await read(...rows);
    assert.deepEqual(
      answers.map(({ failure }) => failure?.message),
      ["Invalid header value b'Bearer ***", "INVALID HEADER VALUE B'Bearer ***"],
    );
  });

  it('may be gzip, in pieces of any size', async () => {
    const plain = lines(result('a', 'Yes.'), failure('b'));
    for (const size of [1, 7, 64 * 1024])
      assert.deepEqual(await readText(gzipSync(plain), size), await readText(plain));
    // What was written in several runs.
    const twice = Buffer.concat([gzipSync(lines(result('a', 'Yes.'))), gzipSync(lines(failure('b')))]);
    assert.deepEqual(await readText(twice), await readText(plain));
  });

  it('may be empty', async () => {
    assert.deepEqual(await readText(''), { answers: [], said: [] });
  });

  it('rejects as reading the file does', async () => {
    for (const start of [Buffer.from('{}\n'), gzipSync('{}\n').subarray(0, 12)]) {
      async function* failing() {
        yield start;
        throw new Error('The disk is gone.');
      }
      await assert.rejects(readOutput(failing()), /The disk is gone/u);
    }
  });
});

const row = JSON.stringify(result('a', 'Yes.'));
const bomb = () => gzipSync(Buffer.alloc(512 * 1024 * 1024));
const hostile: [what: string, bytes: () => string | Uint8Array, said: string[], answers: number][] = [
  ['a torn last line', () => `${row}\n${row.slice(0, 50)}`, ['2 The file ends within this line.'], 1],
  ['a torn line in the middle', () => `${row.slice(0, 50)}\n${row}`, ['1 This line is not valid JSON.'], 1],
  ['NULs', () => `\0\0\n${row}\n`, ['1 This line is not valid JSON.'], 1],
  [
    'a line over 16 MB',
    () => `{"custom_id":"${'x'.repeat(16 * 1024 * 1024)}"}\n${row}`,
    ['1 This line is longer than 16 MB.'],
    1,
  ],
  [
    'JSON that is 10,000 levels deep',
    () => `${'['.repeat(10_000)}${']'.repeat(10_000)}\n${row}`,
    ['1 This line is not a result: it has no custom_id or no response.'],
    1,
  ],
  [
    'a batch’s input',
    () => '{"custom_id":"a","method":"POST","url":"/v1/chat/completions","body":{}}',
    ['1 This line is not a result: it has no custom_id or no response.'],
    0,
  ],
  [
    'gzip that is torn',
    () => gzipSync(`${row}\n`.repeat(9)).subarray(0, -9),
    ['1 The compressed file is damaged or ends too soon. Only its beginning is read.'],
    9,
  ],
  [
    'gzip with something else after it',
    () => Buffer.concat([gzipSync(`${row}\n`), Buffer.from([0x1f, 0x8b, 1, 2, 3])]),
    ['1 The compressed file is damaged or ends too soon. Only its beginning is read.'],
    0,
  ],
  [
    'a gzip bomb',
    bomb,
    [
      '1 This line is longer than 16 MB.',
      '1 The file unpacks to over 200 times its size. The rest is not read.',
    ],
    0,
  ],
];

describe('A hostile output of a batch', () => {
  for (const [what, bytes, said, count] of hostile)
    it(`gets a sentence: ${what}`, async () => {
      const found = await readText(bytes());
      assert.deepEqual(found.said, said);
      assert.equal(found.answers.length, count);
    }).timeout(60_000);

  it('may have any id, and an error or answer that is 10,000 levels deep', async () => {
    const deep = `${'{"error":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
    const { answers, said } = await readText(
      [
        `{"custom_id":"__proto__","response":null,"error":"No."}`,
        `{"custom_id":"a","response":null,"error":${deep}}`,
        `{"custom_id":"b","response":{"status_code":200,"body":{"choices":[{"message":{"content":${deep}}}]}}}`,
      ].join('\n'),
    );
    assert.deepEqual(
      answers.map(({ customId, text, failure }) => [customId, text ?? failure?.message]),
      [
        ['__proto__', 'No.'],
        ['a', 'The engine gave neither an answer nor an error.'],
        ['b', ''],
      ],
    );
    assert.deepEqual(said, []);
  });

  it('has no answer over 4 MB, which no page could show', async () => {
    const { answers } = await read(result('a', 'x'.repeat(4 * 1024 * 1024 + 1)));
    assert.deepEqual(answers, [
      { customId: 'a', failure: { kind: 'tooLarge', message: 'The answer is longer than 4 MB.' } },
    ]);
  });
});

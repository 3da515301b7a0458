import assert from 'node:assert/strict';
import { english } from '../../../../../src/base/texts.ts';
import { batchIdOf, customIdOf } from '../../../../../src/core/promptSets/batch/customId.ts';
import { exportBatch } from '../../../../../src/core/promptSets/batch/exportBatch.ts';
import { importBatch } from '../../../../../src/core/promptSets/batch/importBatch.ts';
import { Checker, type Prompt } from '../../../../../src/core/promptSets/index.ts';
import { runSummary } from '../../../../../src/core/promptSets/report/runSummary.ts';
import type { RunFile } from '../../../../../src/core/promptSets/run/runFile.ts';
import type { RunStore } from '../../../../../src/core/promptSets/run/runStore.ts';
import { callErrorTexts } from '../../../../../src/core/promptSets/words/summaryText.ts';
import { type RunningService, startService } from '../../../../service/service.ts';
import { silent, useFolder } from '../../fixtures.ts';
import { askService, clientOf, onChat, openRuns, plan, runAll } from '../run/runBench.ts';
import { lines, readSet } from '../sets.ts';

const tools = [
  { type: 'function', function: { name: 'f', strict: true, parameters: { type: 'object', properties: {} } } },
  { type: 'custom', custom: { name: 'g' } },
];
/** As it stands in the file: not a character of it changes on its way. */
const messages = [
  { role: 'user', content: 'Ask f.' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'a', type: 'function', function: { name: 'f', arguments: '{ "x" :1.0,\n"é":"\\u00e9"}' } },
    ],
  },
  { role: 'tool', name: 'f', content: 'no "such" x', tool_call_id: 'a' },
];
const row = {
  messages,
  tools,
  tool_choice: { type: 'function', function: { name: 'f' } },
  parallel_tool_calls: false,
  checks: [{ type: 'tool-call', value: { name: 'f', arguments: { x: 2 } } }],
};

describe('A run of prompts with tools', () => {
  const folder = useFolder();
  let service: RunningService;
  let store: RunStore;
  let file: RunFile;
  let close: () => Promise<void>;
  const cell = { prompt: 0, model: 0, repetition: 0 };
  const checking = { checker: new Checker(), log: silent };

  beforeEach(async () => {
    service = await startService({ tokensPerSecond: Number.POSITIVE_INFINITY });
    const { store: opened, locks } = openRuns(folder());
    store = opened;
    const { prompts } = await readSet(lines(row, row, row), 'set.jsonl');
    file = await store.create(plan, all(prompts));
    close = async () => {
      await file.release();
      locks.dispose();
      await service.close();
    };
  });
  afterEach(() => close());

  async function* all(prompts: readonly Prompt[]) {
    yield* prompts;
  }
  const run = async () => {
    const client = await clientOf(service.url);
    return runAll(
      file,
      askService((request, options) => client.streamChat(request, options)),
      { ...checking, concurrency: 1 },
    );
  };
  const bodies = () => service.requests.map(({ body }) => JSON.parse(body)).filter((body) => body.tools);

  it('sends them as they stand, and keeps the calls of the answers, which are no empty ones', async () => {
    const [base, tone] = plan.models.map(({ name }) => ({ on: onChat, model: name }));
    service.fail({ ...base, on: onChat, kind: 'toolCalls', calls: [{ name: 'f', arguments: '{"x":3}' }] });
    service.fail({
      ...tone,
      on: onChat,
      kind: 'toolCalls',
      calls: [{ id: 'b', name: 'f', arguments: '{ "x":2}' }],
    });
    assert.equal(await run(), 'complete');
    const { checks: _checks, ...asked } = row;
    const [{ stream: _stream, stream_options: _options, ...sent }] = bodies();
    assert.deepEqual(sent, { model: 'llama-3-8b', temperature: 0, max_tokens: 1024, ...asked });
    const answer = await file.result({ ...cell, model: 1 });
    assert.deepEqual(answer?.toolCalls, [{ id: 'b', name: 'f', arguments: '{ "x":2}' }]);
    assert.deepEqual([answer.text, answer.finishReason, answer.state], ['', 'tool_calls', 'complete']);
    const facts = [0, 1].map((model) => file.index.facts({ ...cell, model }));
    assert.deepEqual(
      facts.map(({ check, isEmpty, callError }) => [check, isEmpty, callError]),
      [
        ['failed', false, 'wrongValue'],
        ['passed', false, undefined],
      ],
    );
    assert.notEqual(facts[0]?.digest, facts[1]?.digest);
    const summaries = await runSummary(file);
    assert.deepEqual(
      summaries.map(({ empty, callErrors }) => [empty, callErrors]),
      [
        [0, { wrongValue: 3 }],
        [0, {}],
      ],
    );
    const said = callErrorTexts({ summaries }, { t: english, names: ['base', 'tuned'] });
    assert.deepEqual(said, ['Failed tool calls of base: wrong value 3']);
  });

  it('goes to another engine and comes back with each call as it was written', async () => {
    const texts = new Map<string, string>();
    const open = async (name: string) => ({
      write: async (text: string) => void texts.set(name, (texts.get(name) ?? '') + text),
      close: async () => undefined,
    });
    const { signal } = new AbortController();
    const { files, about } = await exportBatch(file, open, { signal });
    const [line = ''] = (texts.get(files[0]?.[0] ?? '') ?? '').split('\n');
    const { checks: _checks, ...asked } = row;
    assert.deepEqual(JSON.parse(line).body, {
      model: 'llama-3-8b',
      temperature: 0,
      max_tokens: 1024,
      ...asked,
    });
    assert.ok(line.includes(JSON.stringify(messages[1]?.tool_calls)));
    assert.deepEqual(JSON.parse(texts.get(about) ?? '').prompts[0].offered.tools, tools);

    const toolCalls = [
      { id: 'b', type: 'function', function: { name: 'f', arguments: '{ "x" :2.0,"x":2\n}' } },
      { id: 'c', type: 'function', function: { name: 'f', arguments: '{"broken' } },
    ];
    const message = { role: 'assistant', content: null, tool_calls: toolCalls };
    const body = { model: 'llama-3-8b', choices: [{ index: 0, message, finish_reason: 'tool_calls' }] };
    const out = { custom_id: customIdOf(batchIdOf(file.run), cell), response: { status_code: 200, body } };
    const output = { name: 'out.jsonl', bytes: () => bytes(lines(out)) };
    const taken = { ...checking, mayReplace: async () => true };
    assert.equal((await importBatch(file, [output], taken, signal)).added, 1);
    const result = await file.result(cell);
    assert.deepEqual(
      result?.toolCalls,
      toolCalls.map(({ id, function: called }) => ({ id, ...called })),
    );
    assert.equal(file.index.facts(cell).isEmpty, false);
    assert.equal(file.index.facts(cell).callError, 'wrongTool');
    assert.equal((await importBatch(file, [output], taken, signal)).known, 1);
  });

  async function* bytes(text: string) {
    yield Buffer.from(text);
  }

  it('fails where the service takes no tools: without them it would be another question', async () => {
    service.fail({ on: onChat, kind: 'refuseField', field: 'tools' });
    await run();
    const result = await file.result(cell);
    assert.deepEqual([result?.state, result?.error?.status], ['failed', 400]);
    assert.equal(file.index.facts(cell).refusal, 400);
  });
});

import assert from 'node:assert/strict';
import { rowsOf } from '../../../../../src/core/chats/columns/rows.ts';
import { promptSetRows } from '../../../../../src/core/chats/transfer/promptSetRow.ts';
import { asked, lines, readSet } from '../../promptSets/sets.ts';
import { compared, useBench } from '../chatScript.ts';

describe('A question as a row of a prompt set', () => {
  const bench = useBench(compared);
  const chat = () => bench.session.conversation;
  const vote = async (at: number, best: string | undefined) => {
    const question = rowsOf(chat())[at]?.question.id ?? '';
    await bench.session.vote(question, best === undefined ? undefined : bench.id(best));
  };

  it('has what was sent before it, and the answer that won as what is expected', async () => {
    bench.session.setSettings({ systemPrompt: 'Be kind.', maxTokens: 5 });
    await bench.exchangeAll('one');
    await bench.exchangeAll('two');
    await vote(1, 'tone');
    const rows = promptSetRows(chat());
    assert.deepEqual(rows, [
      {
        messages: [
          { role: 'system', content: 'Be kind.' },
          { role: 'user', content: 'one' },
        ],
      },
      {
        messages: [
          { role: 'system', content: 'Be kind.' },
          { role: 'user', content: 'one' },
          { role: 'assistant', content: 'tone: one' },
          { role: 'user', content: 'two' },
        ],
        expected: 'tone: two',
        checks: [],
      },
    ]);
    const { prompts, said } = await readSet(lines(...rows), 'set.jsonl');
    assert.deepEqual([prompts.length, said], [2, []]);
    assert.deepEqual(prompts[1] && asked(prompts[1]).at(-1), 'user: two');
    assert.equal(prompts[1]?.expected, 'tone: two');
  });

  it('is only of those that are meant; a tie expects nothing', async () => {
    await bench.exchangeAll('one');
    await bench.exchangeAll('two');
    await vote(0, undefined);
    assert.deepEqual(
      promptSetRows(chat(), (_question, isVoted) => isVoted),
      [{ messages: [{ role: 'user', content: 'one' }] }],
    );
    assert.deepEqual(
      promptSetRows(chat(), ({ question }) => question.text === 'two').map(({ messages }) => messages.length),
      [3],
    );
  });

  it('is none while its models are hidden', async () => {
    await bench.session.setBlind(true);
    await bench.exchangeAll('one');
    assert.deepEqual(promptSetRows(chat()), []);
    await vote(0, 'base');
    assert.equal(promptSetRows(chat())[0]?.expected, 'base: one');
  });
});

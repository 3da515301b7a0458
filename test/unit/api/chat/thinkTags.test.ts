import assert from 'node:assert/strict';
import { type Piece, ThinkTagSplitter } from '../../../../src/api/chat/thinkTags.ts';
import { cpuTimeOf } from '../../cpuTime.ts';

function split(parts: readonly string[]): { text: string; reasoning: string } {
  const out = { text: '', reasoning: '' };
  const into = (piece: Piece): void => {
    out[piece.type] += piece.text;
  };
  const splitter = new ThinkTagSplitter();
  for (const part of parts) splitter.push(part, into);
  splitter.flush(into);
  return out;
}

describe('Think tags', () => {
  for (const [answer, reasoning, text] of [
    ['<think>a</think>b', 'a', 'b'],
    ['\n <thinking>a</thinking>\n\n  b', 'a', '  b'],
    ['<thought>a</thought>', 'a', ''],
    ['<THINK>a</Think>b', 'a', 'b'],
    ['<think></think>b', '', 'b'],
    ['<think>İİİİ</think>b', 'İİİİ', 'b'],
    ['<think>a</thinking></thin</think>b', 'a</thinking></thin', 'b'],
    ['<think>open to the end </thi', 'open to the end </thi', ''],
    ['b <think>a</think>', '', 'b <think>a</think>'],
    ['<think>a</think>b<think>c</think>', 'a', 'b<think>c</think>'],
    ['<thin', '', '<thin'],
    ['<thinks>a', '', '<thinks>a'],
    ['  ', '', '  '],
    ['a</think>b', '', 'a</think>b'],
  ] as const) {
    it(`in ${JSON.stringify(answer)} are read the same, wherever the text is split`, () => {
      const expected = { text, reasoning };
      assert.deepEqual(split([answer]), expected);
      assert.deepEqual(split([...answer]), expected);
      for (let at = 1; at < answer.length; at += 1) {
        assert.deepEqual(split([answer.slice(0, at), answer.slice(at)]), expected, `cut at ${at}`);
      }
    });
  }

  it('are found in linear time', () => {
    const parts = Array<string>(200_000).fill('</');
    const ms = cpuTimeOf(() => assert.equal(split(['<think>', ...parts]).reasoning.length, 400_000));
    assert.ok(ms < 1500, `${ms} ms`);
  });

  it('are waited for behind any white space in linear time', () => {
    const parts = Array<string>(200_000).fill('\n');
    const ms = cpuTimeOf(() => {
      assert.deepEqual(split([...parts, '<thi', 'nk>', 'why']), { text: '', reasoning: 'why' });
      assert.equal(split([...parts, 'b', 'c']).text.length, 200_002);
    });
    assert.ok(ms < 1500, `${ms} ms`);
  });
});

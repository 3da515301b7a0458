import assert from 'node:assert/strict';
import { type Piece, ThinkTagSplitter } from '../../../../src/api/chat/thinkTags.ts';
import { usualTimeOf } from '../../cpuTime.ts';

function split(parts: readonly string[], startsInside = false): { text: string; reasoning: string } {
  let out = { text: '', reasoning: '' };
  const into = (piece: Piece): void => {
    if (piece.type === 'reasoned') out = { text: '', reasoning: out.reasoning + out.text };
    else if (piece.type === 'unreasoned') out = { text: out.reasoning + out.text, reasoning: '' };
    else out[piece.type] += piece.text;
  };
  const splitter = new ThinkTagSplitter(startsInside);
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
    ['[THINK]a[/THINK]b', 'a', 'b'],
    ['[THINK]a [/think', 'a [/think', ''],
    ['a</think>b', 'a', 'b'],
    ['\n a\n</THINK>\n\nb', '\n a\n', 'b'],
    ['a</think>', 'a', ''],
    ['</think>\n\nb', '', 'b'],
    ['a</think>b</think>c', 'a', 'b</think>c'],
    ['İ</think>b', 'İ', 'b'],
    ['a <b> </thin', '', 'a <b> </thin'],
    ['Close it with `</think>`, or "</think>".', '', 'Close it with `</think>`, or "</think>".'],
    ['It is `</think>`\n</think>b', 'It is `</think>`\n', 'b'],
    ['a <THINK> b </think> c', '', 'a <THINK> b </think> c'],
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

  for (const [answer, reasoning, text] of [
    ['a</think>\n\nb', 'a', 'b'],
    ['</think>b', '', 'b'],
    ['<think>a</think>b', 'a', 'b'],
    ['[THINK]a[/THINK]b', 'a', 'b'],
    ['<think>a', 'a', ''],
    ['a </thin', '', 'a </thin'],
    ['a', '', 'a'],
    ['', '', ''],
  ] as const) {
    it(`in ${JSON.stringify(answer)}, taken to begin with reasoning, are read the same, wherever the text is split`, () => {
      assert.deepEqual(split([answer], true), { text, reasoning });
      assert.deepEqual(split([...answer], true), { text, reasoning });
    });
  }

  it('hold nothing back that can’t become one', () => {
    const pieces: Piece[] = [];
    const splitter = new ThinkTagSplitter();
    for (const part of ['a', ' b <', 'i> c', ' </']) splitter.push(part, (piece) => pieces.push(piece));
    assert.deepEqual(
      pieces.map((piece) => 'text' in piece && piece.text),
      ['a', ' b ', '<i> c', ' '],
    );
  });

  it('are found in linear time', () => {
    const parts = Array<string>(200_000).fill('</');
    const ms = usualTimeOf(() => {
      assert.equal(split(['<think>', ...parts]).reasoning.length, 400_000);
      assert.equal(split(['a', ...parts]).text.length, 400_001);
    });
    assert.ok(ms < 1500, `${ms} ms`);
  });

  it('are waited for behind any white space in linear time', () => {
    const parts = Array<string>(200_000).fill('\n');
    const ms = usualTimeOf(() => {
      assert.deepEqual(split([...parts, '<thi', 'nk>', 'why']), { text: '', reasoning: 'why' });
      assert.equal(split([...parts, 'b', 'c']).text.length, 200_002);
    });
    assert.ok(ms < 1500, `${ms} ms`);
  });
});

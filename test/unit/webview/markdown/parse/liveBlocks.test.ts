import assert from 'node:assert/strict';
import { LiveBlocks } from '../../../../../src/webview/markdown/parse/liveBlocks.ts';
import { documents, seeded } from '../markdownCorpus.ts';

const blocksOf = ({ groups }: LiveBlocks) => groups.flatMap(({ blocks }) => blocks);
/** Of its last blocks, or of all. */
const tokensOf = (blocks: LiveBlocks, last = 0) =>
  JSON.stringify(
    blocksOf(blocks)
      .slice(-last)
      .map(({ token, isFinal, isCut }) => [token, isFinal, isCut]),
  );

/** Cuts a text into pieces of a few characters, sometimes of many. */
function cut(text: string, random: () => number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += pieces.at(-1)?.length ?? 1) {
    // The whole text is read again for each piece, so a long one comes in few.
    const longest = random() < 0.1 ? 6000 : text.length > 4000 ? 1600 : 80;
    pieces.push(text.slice(at, at + 1 + Math.floor(random() * longest)));
  }
  return pieces;
}

describe('The blocks of a growing text', () => {
  it('are those of the whole text after each piece, and end as those of the text at once', function () {
    this.timeout(60_000);
    for (const [at, text] of documents.entries()) {
      const grown = new LiveBlocks();
      const told = new LiveBlocks();
      let given = '';
      grown.update('', true);
      for (const piece of cut(text, seeded(at))) {
        given += piece;
        grown.append(piece);
        told.update(given, true);
        assert.equal(blocksOf(grown).length, blocksOf(told).length);
        assert.equal(tokensOf(grown, 20), tokensOf(told, 20), JSON.stringify(given.slice(-200)));
      }
      const whole = new LiveBlocks();
      grown.update(text, false);
      whole.update(text, false);
      assert.equal(tokensOf(grown), tokensOf(whole));
    }
  });

  it('are kept if the text comes as a whole after its pieces', () => {
    const blocks = new LiveBlocks();
    blocks.update('# One\n\ntwo', true);
    blocks.append(' and\n\nthree\n\nfour 👩‍');
    const before = blocksOf(blocks);
    blocks.update('# One\n\ntwo and\n\nthree\n\nfour 👩‍👧', true);
    const after = blocksOf(blocks);
    assert.deepEqual(
      after.slice(0, 3).map((block, at) => block === before[at]),
      [true, true, true],
    );
  });

  it('form groups of which only the last changes, and which split no paragraph', () => {
    const blocks = new LiveBlocks();
    const text = `${'One.\n\n'.repeat(100)}${'many words '.repeat(20_000)}`;
    for (let at = 0; at < text.length; at += 997) {
      const told: number[] = [];
      const before = blocks.groups;
      const releases = before.map((group, index) => group.onChange(() => told.push(index)));
      blocks.append(text.slice(at, at + 997));
      for (const release of releases) release();
      assert.deepEqual(told, before.length === 0 ? [] : [before.length - 1]);
      assert.equal(blocks.groups === before, blocks.groups.length === before.length);
      assert.ok(before.every((group, index) => group === blocks.groups[index]));
    }
    const groups = blocks.groups.map((group) => group.blocks);
    assert.ok(groups.length > 10);
    assert.ok(groups.slice(0, -1).every((group) => group.length >= 16 && group.at(-1)?.isCut === false));
    assert.ok(groups.at(-1)?.some(({ isCut }) => isCut));
  });

  it('report nothing if nothing changed', () => {
    const blocks = new LiveBlocks();
    blocks.update('One.\n\n- two', true);
    const before = blocks.groups[0]?.blocks;
    blocks.groups[0]?.onChange(() => assert.fail('told of a change'));
    blocks.update('One.\n\n- two', true);
    assert.ok(before !== undefined && blocks.groups[0]?.blocks === before);
    assert.throws(() => blocks.append(' and three'), /told of a change/);
  });

  it('withhold half a line end and half an emoji until the rest comes', () => {
    const blocks = new LiveBlocks();
    const shown = () =>
      blocksOf(blocks)
        .map(({ raw }) => raw)
        .join('');
    blocks.update('a\r', true);
    assert.equal(shown(), 'a');
    blocks.append('\nb \ud83d');
    assert.equal(shown(), 'a\nb ');
    blocks.append('\udc4d');
    assert.equal(shown(), 'a\nb ');
    blocks.append('🏽 c');
    assert.equal(shown(), 'a\nb 👍🏽 c');
  });
});

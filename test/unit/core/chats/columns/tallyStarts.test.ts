import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { TallyStarts } from '../../../../../src/core/chats/columns/tallies.ts';
import { useFolder } from '../../fixtures.ts';

const model = (name: string) => ({ connectionId: 'acme', name });
const pair = [model('tone'), model('base')] as const;

describe('A tally that was started anew', () => {
  const folder = useFolder();
  const read = async () => {
    const starts = new TallyStarts(folder());
    await starts.read();
    return starts;
  };

  it('counts the votes after that alone, also in the next window, and leaves other pairs', async () => {
    assert.equal((await read()).isEarlier({ at: 0 }, pair), false);
    await new TallyStarts(folder()).startAnew(pair, 1000);
    const starts = await read();
    assert.deepEqual(
      [999, 1000, 1001].map((at) => starts.isEarlier({ at }, pair)),
      [true, true, false],
    );
    assert.equal(starts.isEarlier({ at: 1 }, [model('tone'), model('other')]), false);
  });

  it('counts all votes if its file is not one of ours', async () => {
    await writeFile(path.join(folder(), 'tallies.json'), '{"v":2}');
    assert.equal((await read()).isEarlier({ at: 0 }, pair), false);
  });
});

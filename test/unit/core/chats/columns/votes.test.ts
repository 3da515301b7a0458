import assert from 'node:assert/strict';
import { type Tally, talliesOf } from '../../../../../src/core/chats/columns/votes.ts';
import { columnsOf, voteOn } from './columns.ts';

const shown = ({ pair, wins, ties, blind }: Tally) =>
  `${pair[0].model} ${wins[0]} : ${wins[1]} ${pair[1].model}, ${ties} tied, ${blind} blind`;

describe('The votes on comparisons', () => {
  const two = ['base', 'tone'];
  const three = ['base', 'tone', 'other'];

  it('are summed for two models, whichever columns they were in', () => {
    const votes = [
      voteOn(two, 1, { isBlind: true }),
      voteOn(['tone', 'base'], 0),
      voteOn(two, 0),
      voteOn(two, undefined, { isBlind: true }),
    ];
    assert.deepEqual(talliesOf(votes, columnsOf(...two)).map(shown), ['base 1 : 2 tone, 1 tied, 2 blind']);
    assert.deepEqual(talliesOf(votes, columnsOf('tone', 'base')).map(shown), [
      'tone 2 : 1 base, 1 tied, 2 blind',
    ]);
  });

  it('count the best of three as better than each other one, say nothing of those two, and tie each pair', () => {
    const votes = [voteOn(three, 1), voteOn(three, undefined)];
    assert.deepEqual(talliesOf(votes, columnsOf(...three)).map(shown), [
      'base 0 : 1 tone, 1 tied, 0 blind',
      'base 0 : 0 other, 1 tied, 0 blind',
      'tone 1 : 0 other, 1 tied, 0 blind',
    ]);
  });

  it('say nothing of models that were not compared, or of the same name on another connection', () => {
    const elsewhere = { ...columnsOf('tone')[0], connectionId: 'staging', model: 'tone' };
    const votes = [voteOn(two, 1)];
    assert.deepEqual(talliesOf(votes, columnsOf('base', 'other')).map(shown), [
      'base 0 : 0 other, 0 tied, 0 blind',
    ]);
    assert.deepEqual(talliesOf(votes, [...columnsOf('base'), elsewhere]).map(shown), [
      'base 0 : 0 tone, 0 tied, 0 blind',
    ]);
  });

  it('count once for a model in two columns, and not against itself', () => {
    const twice = ['tone', 'tone', 'base'];
    const votes = [voteOn(twice, 0), voteOn(twice, 2), voteOn(twice, undefined)];
    assert.deepEqual(talliesOf(votes, columnsOf(...twice)).map(shown), ['tone 1 : 1 base, 1 tied, 0 blind']);
    assert.deepEqual(talliesOf(votes, columnsOf('tone', 'tone')), []);
  });

  it('count once for a question that stands in a copy of its chat too: the later vote', () => {
    const later = voteOn(two, 0, { ask: 'u1', at: 9 });
    const earlier = voteOn(two, 1, { ask: 'u1', at: 8 });
    for (const votes of [
      [later, earlier],
      [earlier, later],
    ]) {
      assert.deepEqual(talliesOf(votes, columnsOf(...two)).map(shown), ['base 1 : 0 tone, 0 tied, 0 blind']);
    }
  });

  it('don’t count if a damaged file names a best column that was not there', () => {
    const votes = [voteOn(two, undefined, { best: 'lost', isBlind: true })];
    assert.deepEqual(talliesOf(votes, columnsOf(...two)).map(shown), ['base 0 : 0 tone, 0 tied, 0 blind']);
  });
});

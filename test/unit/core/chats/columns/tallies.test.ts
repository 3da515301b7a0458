import assert from 'node:assert/strict';
import {
  bestCounts,
  countedVotes,
  type PairTally,
  tallyOf,
  type VotedModel,
} from '../../../../../src/core/chats/columns/tallies.ts';
import type { Deployment, Vote } from '../../../../../src/core/chats/tree/column.ts';
import type { Answer } from '../../../../../src/core/chats/tree/conversation.ts';
import { newAnswer } from '../../fixtures.ts';

const model = (name: string, deployment?: Deployment): VotedModel => ({
  ...{ connectionId: 'acme', name },
  ...(deployment && { deployment }),
});

/** The answers that `voteOn` voted on. */
const answers = new Map<string, Answer>();

/** A vote on these models; `best`: the place of the best one. */
function voteOn(models: readonly (string | VotedModel)[], best?: number, more: Partial<Vote> = {}): Vote {
  const among = models.map((one, at) => {
    const id = `a${answers.size}`;
    const given = typeof one === 'string' ? model(one) : one;
    answers.set(id, { ...newAnswer(id, 'u1'), ...given, column: `c${at}` });
    return id;
  });
  const question = `u${answers.size}`;
  return { question, ...(best !== undefined && { best: `c${best}` }), among, at: 1, ...more };
}

const counted = (votes: readonly Vote[]) => countedVotes({ votes, answers });

const shown = ({ pair, wins, ties }: PairTally) =>
  `${pair[0].name} ${wins[0]} : ${wins[1]} ${pair[1].name}, ${ties} tied`;
const tally = (votes: readonly Vote[], first: string | VotedModel, second: string | VotedModel) => {
  const of = (one: string | VotedModel) => (typeof one === 'string' ? model(one) : one);
  return shown(tallyOf(counted(votes), [of(first), of(second)]));
};

const two = ['base', 'tone'];
const three = ['base', 'tone', 'other'];

describe('The tally of votes', () => {
  it('is of two models, whichever columns they were in', () => {
    const votes = [
      voteOn(two, 1, { isBlind: true }),
      voteOn(['tone', 'base'], 0),
      voteOn(two, 0),
      voteOn(two, undefined, { isBlind: true }),
    ];
    assert.equal(tally(votes, 'base', 'tone'), 'base 1 : 2 tone, 1 tied');
    assert.equal(tally(votes, 'tone', 'base'), 'tone 2 : 1 base, 1 tied');
  });

  it('says nothing of models that were not compared, or of the same name on another connection', () => {
    const votes = [voteOn(two, 1)];
    const elsewhere = { connectionId: 'staging', name: 'tone' };
    assert.equal(tally(votes, 'base', 'other'), 'base 0 : 0 other, 0 tied');
    assert.equal(tally(votes, 'base', elsewhere), 'base 0 : 0 tone, 0 tied');
  });

  it('counts once for a model in two columns, and not against itself', () => {
    const twice = ['tone', 'tone', 'base'];
    const votes = [voteOn(twice, 0), voteOn(twice, 2), voteOn(twice, undefined)];
    assert.equal(tally(votes, 'tone', 'base'), 'tone 1 : 1 base, 1 tied');
  });

  it('leaves out a vote whose best column was not there, as of a damaged file', () => {
    assert.equal(
      tally([voteOn(two, undefined, { best: 'lost', isBlind: true })], ...(['base', 'tone'] as const)),
      'base 0 : 0 tone, 0 tied',
    );
  });
});

describe('The votes that count', () => {
  it('are the last of each question, however they are listed', () => {
    const earlier = voteOn(two, 1, { question: 'u1', at: 8 });
    const later = voteOn(two, 0, { question: 'u1', at: 9 });
    for (const votes of [
      [later, earlier],
      [earlier, later],
    ])
      assert.equal(tally(votes, 'base', 'tone'), 'base 1 : 0 tone, 0 tied');
  });

  it('are one for each set of models and deployments that a question compared', () => {
    const votes = [
      voteOn(two, 1, { question: 'u1', at: 1 }),
      voteOn(three, 0, { question: 'u1', at: 2 }),
      voteOn(['base', model('tone', { hubRevision: 'b' })], 1, { question: 'u1', at: 3 }),
      voteOn(['tone', 'base'], 1, { question: 'u1', at: 4 }),
    ];
    assert.deepEqual(
      counted(votes).map(({ best }) => best?.name),
      ['base', 'base', 'tone'],
    );
  });

  it('are none that came with an imported file, not even instead of an own one', () => {
    const votes = [
      voteOn(two, 1, { question: 'u1', at: 1 }),
      voteOn(two, 0, { question: 'u1', at: 2, isImported: true }),
    ];
    assert.equal(tally(votes, 'base', 'tone'), 'base 0 : 1 tone, 0 tied');
  });
});

describe('The votes on answers that were deleted', () => {
  it('don’t count', () => {
    const lost = { ...voteOn(two, 1), among: ['lost', 'lost too'] };
    assert.equal(tally([lost, voteOn(two, 0)], 'base', 'tone'), 'base 1 : 0 tone, 0 tied');
  });
});

describe('The deployment of a voted model', () => {
  const of = (deployment?: Deployment) => model('tone', deployment);
  const isSame = (one?: Deployment, other?: Deployment) => {
    const { wins } = tallyOf(counted([voteOn([of(one), 'base'], 0)]), [of(other), model('base')]);
    return wins[0] === 1;
  };

  it('is the same if base and revision are, whenever it was deployed', () => {
    assert.ok(
      isSame(
        { baseModelName: 'b', hubRevision: 'r', createdAt: 1 },
        { baseModelName: 'b', hubRevision: 'r', createdAt: 2 },
      ),
    );
    assert.ok(!isSame({ baseModelName: 'b', hubRevision: 'r' }, { baseModelName: 'b', hubRevision: 's' }));
    assert.ok(!isSame({ baseModelName: 'b', hubRevision: 'r' }, { baseModelName: 'c', hubRevision: 'r' }));
  });

  it('is the same without a revision if it was created at the same time, else if the model has one name', () => {
    assert.ok(isSame({ createdAt: 1, modelName: 'x' }, { createdAt: 1, modelName: 'y' }));
    assert.ok(!isSame({ createdAt: 1 }, { createdAt: 2 }));
    assert.ok(isSame({ modelName: 'x' }, { modelName: 'x' }));
    assert.ok(!isSame({ modelName: 'x' }, { modelName: 'y' }));
    assert.ok(isSame({}, undefined));
  });

  it('begins anew once an adapter is deployed again', () => {
    const [before, after] = [of({ hubRevision: '4f2c9ab' }), of({ hubRevision: '77ab001' })];
    const votes = [voteOn(['base', before], 1), voteOn(['base', before], 1), voteOn(['base', after], 0)];
    assert.equal(tally(votes, 'base', before), 'base 0 : 2 tone, 0 tied');
    assert.equal(tally(votes, 'base', after), 'base 1 : 0 tone, 0 tied');
  });
});

describe('How often each of several models was best', () => {
  const counts = (votes: readonly Vote[], ...names: string[]) =>
    bestCounts(
      counted(votes),
      names.map((name) => model(name)),
    );

  it('is counted among the votes on just these models, in any order', () => {
    const votes = [voteOn(three, 1), voteOn(['other', 'tone', 'base'], 1), voteOn(three), voteOn(two, 0)];
    assert.deepEqual(counts(votes, ...three), { all: 3, best: [0, 2, 0] });
    assert.deepEqual(counts(votes, 'other', 'tone', 'base'), { all: 3, best: [0, 2, 0] });
    assert.deepEqual(counts(votes, ...two), { all: 1, best: [1, 0] });
    assert.deepEqual(counts(votes, 'base', 'none'), { all: 0, best: [0, 0] });
  });
});

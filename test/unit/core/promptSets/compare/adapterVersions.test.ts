import assert from 'node:assert/strict';
import { english } from '../../../../../src/base/texts.ts';
import {
  type AdapterVersion,
  adapterVersions,
  versionHistory,
} from '../../../../../src/core/promptSets/compare/adapterVersions.ts';
import { versionTable } from '../../../../../src/core/promptSets/words/versionTexts.ts';
import { VerdictThread } from '../../../../../src/core/promptSets/worker/verdictThread.ts';

import { no, rows, runOf, yes } from '../report/scoredRun.ts';

const verdictThread = new VerdictThread();
const daySeconds = 86_400;
/** In Unix seconds. */
const start = 1_762_000_000;

interface Asked {
  name: string;
  day?: number;
  base?: string;
  modelName?: string;
  createdAt?: number;
}

const questions = Array.from({ length: 40 }, (_, at) => `Question ${at}?`);

/** A run of the set by a LoRA that was deployed on this day, and passes these prompts more than its base. */
function runBy({ name, day, base = 'llama-3-8b', modelName, createdAt = 1 }: Asked, passed = 0) {
  const model = (one: string) => ({ connectionId: 'acme', name: one });
  const deployment = {
    ...(day !== undefined && { createdAt: start + day * daySeconds, baseModelName: base }),
    ...(modelName !== undefined && { modelName }),
  };
  return runOf([...rows(passed, no, yes), ...rows(40 - passed, no, no)], {
    ...{ questions, createdAt, deployment },
    models: [model(base), model(name)],
  });
}

const namesOf = (versions: readonly AdapterVersion[]) =>
  versions.map(({ file, model }) => file.run.models[model]?.name);

describe('The versions of an adapter', () => {
  it('are the runs of the same model name or base up to this one, in the order of their deployments', () => {
    const [v3, v1, v2, v4] = [
      runBy({ name: 'tone-v3', day: 3 }),
      runBy({ name: 'tone-v1', day: 1, createdAt: 9 }),
      runBy({ name: 'tone-v2', day: 2, base: 'llama-3.1-8b', modelName: 'tone' }),
      runBy({ name: 'tone-v4', day: 4, modelName: 'tone' }),
    ];
    const other = runBy({ name: 'sql', day: 2, base: 'mistral' });
    assert.deepEqual(namesOf(adapterVersions(v4, [v3, v1, other, v2])), [
      'tone-v1',
      'tone-v2',
      'tone-v3',
      'tone-v4',
    ]);
    assert.deepEqual(namesOf(adapterVersions(v3, [v4, v1])), ['tone-v1', 'tone-v3']);
  });

  it('are each there once, by its newest run or the one that is looked at; a LoRA deployed anew is another', () => {
    const old = runBy({ name: 'tone', day: 1, createdAt: 5 });
    const newest = runBy({ name: 'tone', day: 1, createdAt: 7 });
    const anew = runBy({ name: 'tone', day: 2, createdAt: 8 });
    const now = runBy({ name: 'tone', day: 2, createdAt: 6 });
    const versions = adapterVersions(now, [old, anew, newest]);
    assert.deepEqual(
      versions.map(({ file }) => file),
      [newest, now],
    );
    assert.deepEqual(
      versions.map(({ at }) => at),
      [1, 2].map((day) => (start + day * daySeconds) * 1000),
    );
  });

  it('go by the time of their runs where no answer says when they were deployed', () => {
    const [first, second] = [
      runBy({ name: 'tone-v1', createdAt: 5 }),
      runBy({ name: 'tone-v2', createdAt: 4 }),
    ];
    assert.deepEqual(namesOf(adapterVersions(first, [second])), ['tone-v2', 'tone-v1']);
  });

  it('are compared with their bases and one another, adjusted together, and tell since when a prompt fails', async () => {
    const runs = [12, 30, 24].map((passed, day) => runBy({ name: `tone-v${day + 1}`, day }, passed));
    const [now, ...earlier] = runs.toReversed();
    assert.ok(now);
    const history = await versionHistory(adapterVersions(now, earlier), verdictThread, {});
    const kinds = history.versions.map(({ base, before }) => [base?.kind, before?.kind]);
    assert.deepEqual(kinds, [
      ['better', undefined],
      ['better', 'better'],
      ['better', 'worse'],
    ]);
    const last = history.versions[2]?.before;
    // The largest of five: as it is. The others are multiplied.
    assert.ok(last?.holmP !== undefined && last.p !== undefined && last.holmP >= last.p);
    assert.equal(history.change.models[0]?.verdict, last);
    assert.deepEqual([0, 25, 30, 39].map(history.failedSince), [undefined, 2, 0, 0]);
    const table = await versionTable(english, history, 0);
    assert.deepEqual(
      table.rows.map(({ cells }) => cells),
      [
        ['30% (18 to 45)', 'Better: +30 (+15 to +45)', ''],
        ['75% (60 to 86)', 'Better: +75 (+57 to +86)', 'Better: +45 (+27 to +58)'],
        ['60% (45 to 74)', 'Better: +60 (+42 to +74)', 'Worse: -15 (-27 to -3)'],
      ],
    );
    assert.match(table.note, /all 5 comparisons/u);
    assert.match(table.rows[0]?.name ?? '', /^tone-v1, Nov 1/u);
  });
});

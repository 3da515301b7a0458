import assert from 'node:assert/strict';
import { readFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { parsedJson } from '../../../../../src/base/json.ts';
import { runJudgeVerdicts } from '../../../../../src/core/promptSets/judge/runJudgeVerdicts.ts';
import { readRunLine } from '../../../../../src/core/promptSets/run/runRecord.ts';
import { holds } from '../../../properties/holds.ts';
import { useFolder } from '../../fixtures.ts';
import { answeredRun, textsOf } from '../rate/ratedRun.ts';
import { openRuns } from '../run/runBench.ts';
import { judgeAll, judgeService } from './judgedRun.ts';

const sayings = ['A', 'B', 'TIE', 'Neither.'];

describe('A judge whose window is killed', () => {
  const folder = useFolder();

  holds(
    'keeps all that it said until then and is asked for the rest alone, at whatever byte it ended',
    25,
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { minLength: 1, maxLength: 6 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 1, max: 4 }),
      fc.boolean(),
      async (script, share, concurrency, hasIndex) => {
        const asked: string[] = [];
        const service = judgeService(({ question, first }) => {
          const prompt = Number(/\d+/u.exec(question)?.[0]);
          const isBaseFirst = first.startsWith('base');
          asked.push(`${prompt} ${isBaseFirst ? 'base' : 'other'}`);
          return `Hm.\n${sayings[script[prompt]?.[isBaseFirst ? 0 : 1] ?? 0]}`;
        });
        const one = openRuns(folder());
        const file = await answeredRun(one.store, textsOf(script.length));
        const path = join(one.store.folder, file.run.id, 'results.jsonl');
        const begun = (await readFile(path)).length;
        await judgeAll(file, service, { concurrency });
        const whole = await runJudgeVerdicts(file);
        await file.release();
        one.locks.dispose();

        const size = (await readFile(path)).length;
        await truncate(path, begun + Math.round(share * (size - begun)));
        if (!hasIndex) await rm(join(one.store.folder, file.run.id, 'index.bin'), { force: true });
        const kept = (await readFile(path, 'utf8')).split('\n').flatMap((text) => {
          const line = readRunLine(parsedJson(text));
          return line?.is === 'judged' ? `${line.prompt} ${line.first}` : [];
        });
        const two = openRuns(folder());
        const again = await two.store.open(file.run.id);
        assert.ok(again && (await again.claim()));
        assert.equal(again.index.judgments.answers(1), kept.length);
        const isDone = kept.length === script.length * 2;
        asked.length = 0;
        if (!isDone) await judgeAll(again, service, { concurrency });
        assert.deepEqual(
          [...kept, ...asked].sort(),
          script.flatMap((_, prompt) => [`${prompt} base`, `${prompt} other`]).sort(),
        );
        const resumed = await runJudgeVerdicts(again);
        const said = (verdicts: typeof whole) => verdicts.map(({ judging: _who, ...rest }) => rest);
        assert.deepEqual(said(resumed), said(whole));
        await again.release();
        two.locks.dispose();
      },
    ),
  );
});

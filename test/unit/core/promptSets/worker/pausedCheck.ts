// Starts a check that takes some 30 ms, says so, and says what came of it. Whoever starts this stops the process in between.
import { Checker } from '../../../../../src/core/promptSets/checker.ts';

const bomb = { type: 'regex', value: '^(a+)+$' };
const checker = new Checker();

/** Each further letter doubles the time. */
async function slowAnswer(): Promise<string> {
  const warmUp = [{ type: 'regex', value: 'a' }];
  await checker.check({ checks: warmUp }, 'a');
  for (let letters = 15; ; letters += 1) {
    const answer = `${'a'.repeat(letters)}!`;
    const started = performance.now();
    await checker.check({ checks: [bomb] }, answer);
    if (performance.now() - started > 20) return answer;
  }
}

const answer = await slowAnswer();
const checked = checker.check({ checks: [bomb] }, answer);
process.send?.('checking');
const [result] = await checked;
process.send?.(result?.reason);

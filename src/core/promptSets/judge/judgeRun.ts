import { randomInt } from 'node:crypto';
import { eachLimited } from '../../../base/eachLimited.ts';
import { anyAbort } from '../../../base/raceAbort.ts';
import { BusyGate } from '../../busyGate.ts';
import { joinWaits } from '../../joinWaits.ts';
import { isKeyRefused } from '../../testRequests/testRequest.ts';
import type { AskJob } from '../ask/askJob.ts';
import { askThroughGate, maxFailures } from '../ask/askThroughGate.ts';
import type { PromptRunOptions, RunEnd } from '../ask/promptRun.ts';
import { Recording } from '../ask/recording.ts';
import { ratablePrompts } from '../rate/ratablePrompts.ts';
import type { RunFile } from '../run/runFile.ts';
import type { NewRunLine } from '../run/runRecord.ts';
import { goesOn, type JudgePlan, judgeRequest, judgeSettings, missingOf } from './judgeRequests.ts';
import { readSaid } from './judgment.ts';

/** Returns the job of asking a judge. Its progress tells before how many requests there will be. */
export async function judgeJob(file: RunFile, plan: JudgePlan): Promise<AskJob> {
  const { judgments } = file.index;
  const { other } = plan;
  const former = judgments.of(other)?.seed;
  const seed = await goesOn(file, plan);
  const { prompts } = await ratablePrompts(file, { other, seed: seed ?? 0 });
  const of = prompts.length * 2;
  return {
    is: 'judge',
    progress: ({ index }) => {
      // What another judge said is none of it.
      const isFormer = seed === undefined && index.judgments.of(other)?.seed === former;
      return { done: isFormer ? 0 : index.judgments.answers(other), of };
    },
    run: (owned, options) => judgeRun(owned, plan, options),
  };
}

/**
 * Asks a judge about each prompt that both models answered, in both orders, or what is missing of that if the same judge was asked
 * before. What it says is on record as soon as it is there. `file` must be owned by this window.
 */
export async function judgeRun(
  file: RunFile,
  { other, ...about }: JudgePlan,
  options: PromptRunOptions,
): Promise<RunEnd> {
  const { index } = file;
  const { service, concurrency, log } = options;
  const recording = new Recording(file, log);
  const signal = anyAbort([options.signal, recording.signal]);
  const seed = (await goesOn(file, { other, ...about })) ?? randomInt(2 ** 32);
  const keep = (line: NewRunLine) => recording.keep(line);
  await keep({ is: 'judgeBegun', other, seed, ...about, at: Date.now() });
  const { prompts } = await ratablePrompts(file, { other, seed });
  const gate = new BusyGate();
  const nextOnWait = joinWaits(options.onWait);
  let failures = 0;
  const isOver = () => signal.aborted || failures >= maxFailures;

  await eachLimited(
    missingOf((prompt) => index.judgments.said(other, prompt), prompts),
    concurrency,
    async ({ prompt, first }) => {
      if (isOver()) return;
      const request = await judgeRequest(file, { other, template: about.template }, { prompt, first }).catch(
        (error: unknown) => recording.failed(error),
      );
      if (!request) return;
      const { messages, longer } = request;
      const asking = { model: about.judge, settings: judgeSettings, service, signal, onWait: nextOnWait() };
      const result = await askThroughGate({ messages }, { ...asking, gate, isOver });
      if (!result) return;
      if (result.state === 'failed') {
        const { error } = result;
        const isFirstEnd = !isOver();
        failures = isKeyRefused({ error }) ? maxFailures : failures + 1;
        if (isFirstEnd && failures >= maxFailures)
          void keep({ is: 'judgeGaveUp', other, seed, ...(error && { error }), at: Date.now() });
        return;
      }
      if (failures < maxFailures) failures = 0;
      // The last line of an answer that was cut off is none.
      const said = result.state === 'complete' ? readSaid(result.text) : undefined;
      const judged = { other, seed, prompt, first, ...(said && { said }), ...(longer && { longer }) };
      void keep({ is: 'judged', ...judged, text: result.text, at: result.at });
    },
  );
  await recording.settled();
  return recording.failure ?? (options.signal.aborted ? 'stopped' : 'complete');
}

import { isDeepStrictEqual } from 'node:util';
import type { Texts } from '../../../base/texts.ts';
import { cleanText } from '../../cleanText.ts';
import type { KeptError } from '../../keptError.ts';
import { isKeyRefused } from '../../testRequests/testRequest.ts';
import { isRunning, type RunSituation } from '../report/runFindings.ts';
import type { RowCell } from '../report/runRows.ts';
import type { RunFile } from '../run/runFile.ts';
import type { Judging } from '../run/runJudgments.ts';
import type { Display } from './verdictName.ts';

/** Returns why a request to a model of the run failed, in a sentence. */
export type ErrorWords = (error: KeptError, model: number) => string;

/** How a run is shown, also what failed. */
export interface RunDisplay extends Display {
  errorWords: ErrorWords;
  /** Says why requests to a judge failed; nothing if that is not known. */
  judgeErrorWords: (judging: Judging) => string;
}

type NoticedFile = Pick<RunFile, 'run' | 'index' | 'unreadable' | 'isNewer'>;

/** Returns what the user should know of a run, a sentence each: first what keeps it from going on, then what it lacks. */
export function runNotices(
  file: NoticedFile,
  situation: Omit<RunSituation, 'minimumDifference'>,
  display: RunDisplay,
): string[] {
  const { run, index, unreadable, isNewer } = file;
  const { isAsking = false, isElsewhere = false } = situation;
  const { t } = display;
  const followed = isRunning(file, situation)
    ? t('Another window runs this. It is followed here.')
    : t('This run is open in another window. It is followed here.');
  const notices = [
    isNewer ? newerText(t) : '',
    isElsewhere ? followed : '',
    ...(isAsking || isElsewhere ? [] : [interruptedNotice(file, t), uncheckedNotice(file, t)]),
    ...gaveUpNotices(file, display),
    ...[...run.models.keys()].flatMap((model) => modelNotices(file, model, display)),
    // Of several models the verdict says so.
    index.hasChecks || run.models.length > 1
      ? ''
      : t('This set has no checks: its answers can only be read.'),
    unreadable > 0
      ? t.plural(
          unreadable,
          '{0} line of the results could not be read, and what it said is missing here.',
          '{0} lines of the results could not be read, and what they said is missing here.',
        )
      : '',
  ];
  return notices.filter(Boolean);
}

function interruptedNotice({ run, index }: NoticedFile, t: Texts): string {
  const [done, of] = [index.answered, index.size];
  switch (index.state) {
    case 'new':
      return t('Nothing was asked yet. Choose Run Missing to start.');
    case 'begun': {
      const underWay = run.models.reduce((sum, _, model) => sum + index.counts(model).sent, 0);
      const said = t('Interrupted at {0} of {1}. Choose Run Missing to go on.', done, of);
      if (underWay === 0) return said;
      const again = t.plural(
        underWay,
        '{0} request was in progress; it may have been answered without being recorded, and is sent again.',
        '{0} requests were in progress; they may have been answered without being recorded, and are sent again.',
      );
      return `${said} ${again}`;
    }
    case 'stopped':
      return t('Stopped at {0} of {1}. Choose Run Missing to go on.', done, of);
    case 'ceiling':
      return t(
        'Stopped at the token ceiling, {0} of {1}. Choose Run Missing to go on without one.',
        done,
        of,
      );
    case 'waiting':
      return done === 0
        ? t('Waiting for results. Choose Import Results… once there are some.')
        : t('Waiting for results, {0} of {1}. Choose Import Results… once there are more.', done, of);
    case 'complete':
      return '';
  }
}

function uncheckedNotice({ index }: NoticedFile, t: Texts): string {
  const unchecked = index.unchecked();
  return unchecked === 0
    ? ''
    : t.plural(
        unchecked,
        '{0} answer is not checked. Choose Run Missing to check it again; nothing is sent for that.',
        '{0} answers are not checked. Choose Run Missing to check them again; nothing is sent for that.',
      );
}

/** Returns a notice for each reason, since often one thing keeps all models from answering. */
function gaveUpNotices({ run, index }: NoticedFile, { t, names, errorWords }: RunDisplay): string[] {
  const models = [...run.models.keys()].filter((model) => index.models.gaveUp.has(model));
  const byReason = Map.groupBy(models, (model) => {
    const error = index.models.gaveUp.get(model);
    return error ? errorWords(error, model) : '';
  });
  return [...byReason].map(([why, models]) => {
    // The base may be there twice.
    const failed = [...new Set(models.map((model) => names[model] ?? ''))];
    const [first = 0] = models;
    const said = isKeyRefused({ error: index.models.gaveUp.get(first) })
      ? t.plural(
          failed.length,
          '{1} was asked no more. {2}',
          '{1} were asked no more. {2}',
          t.list(failed),
          why,
        )
      : t.plural(
          failed.length,
          '{1} failed ten times in a row, so its other prompts were not sent. {2}',
          '{1} each failed ten times in a row, so their other prompts were not sent. {2}',
          t.list(failed),
          why,
        );
    return said.trim();
  });
}

function modelNotices({ run, index }: NoticedFile, model: number, { t, names }: Display): string[] {
  const name = names[model] ?? '';
  const { cut } = index.counts(model);
  const refused = index.models.refused[model] ?? new Set();
  const isAlike = run.models.every(
    ({ isNoiseFloor }, other) =>
      isNoiseFloor || isDeepStrictEqual(refused, index.models.refused[other] ?? new Set()),
  );
  const fields = [...refused].map((field) => cleanText(field, 60)).join(', ');
  return [
    cut > 0
      ? t.plural(
          cut,
          'The connection closed during {0} answer of {1}, which counts as it stands.',
          'The connection closed during {0} answers of {1}, which count as they stand.',
          name,
        )
      : '',
    fields !== '' && isAlike && model === 0
      ? t("The models don't accept {0}, so they were asked without.", fields)
      : '',
    fields !== '' && !isAlike
      ? t("{0} doesn't accept {1}, so it was asked without: a difference between the models.", name, fields)
      : '',
  ];
}

/** Says why nothing can be added to a run that a newer version wrote to. */
export function newerText(t: Texts): string {
  return t(
    'A newer version of Hosted Models wrote to this run, so it can only be read. Update the extension to go on.',
  );
}

/** Returns why there is no answer, or what is wrong with it. `isAsking`: requests are being sent. */
export function answerAlert(
  { model, state, isEmpty, result }: RowCell,
  { t, errorWords }: Pick<RunDisplay, 't' | 'errorWords'>,
  isAsking: boolean,
): string | undefined {
  switch (state) {
    case 'missing':
      return isAsking ? t('Not asked yet.') : t('Not answered yet. Choose Run Missing to ask from here.');
    case 'sent':
      return isAsking
        ? t('Waiting for the answer…')
        : t('The run ended before it was answered. Run Missing asks it again.');
    case 'failed':
      return result?.error ? errorWords(result.error, model) : t('The request failed.');
    case 'limit':
      return t('Stopped at the token limit.');
    case 'cut':
      return t('Cut off: the connection closed.');
    default:
      return isEmpty ? t('The answer has neither text nor a tool call.') : undefined;
  }
}

import { cleanText } from '../../../core/cleanText.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import { listText, plural, t } from '../../shared/text/t.ts';
import { newerText } from './endText.ts';
import type { ErrorWords } from './rowText.ts';

/** What is known of a run beside its file. */
export interface RunSituation {
  /** The models, as they are shown. */
  names: readonly string[];
  errorWords: ErrorWords;
  /** This window sends requests for it. */
  isAsking: boolean;
  /** Another window has it. */
  isElsewhere: boolean;
}

/** Whether requests are sent for a run, here or by another window, which may also have it to rate its answers. */
export function isRunning(
  { index }: Pick<RunFile, 'index'>,
  { isAsking, isElsewhere }: Pick<RunSituation, 'isAsking' | 'isElsewhere'>,
): boolean {
  return isAsking || (isElsewhere && index.state === 'begun');
}

type NoticedFile = Pick<RunFile, 'run' | 'index' | 'unreadable' | 'isNewer'>;

/** Returns what the user should know of a run, a sentence each: first what keeps it from going on, then what it lacks. */
export function runNotices(file: NoticedFile, situation: RunSituation): string[] {
  const { run, index, unreadable, isNewer } = file;
  const notices: string[] = [];
  if (isNewer) notices.push(newerText());
  if (situation.isElsewhere)
    notices.push(
      isRunning(file, situation)
        ? t('Another window runs this. It is followed here.')
        : t('Another window has this run. It is followed here.'),
    );
  if (!situation.isAsking && !situation.isElsewhere)
    notices.push(...interruptedNotices(file), ...uncheckedNotices(file));
  notices.push(...gaveUpNotices(file, situation), ...modelNotices(file, situation));
  // Of several models the verdict says so.
  if (!index.hasChecks && run.models.length === 1)
    notices.push(t('This set has no checks: its answers can only be read.'));
  if (unreadable > 0)
    notices.push(
      plural(
        unreadable,
        '{0} line of the results could not be read, and what it said is missing here.',
        '{0} lines of the results could not be read, and what they said is missing here.',
      ),
    );
  return notices;
}

function interruptedNotices({ run, index }: NoticedFile): string[] {
  const [done, of] = [index.answered, index.size];
  switch (index.state) {
    case 'new':
      return [t('Nothing was asked yet. Choose Run Missing to start.')];
    case 'begun': {
      const underWay = run.models.reduce((sum, _, model) => sum + index.counts(model).sent, 0);
      const said = t('Interrupted at {0} of {1}. Choose Run Missing to go on.', done, of);
      if (underWay === 0) return [said];
      return [
        `${said} ${plural(
          underWay,
          '{0} request was under way; it may have been answered unseen, and is sent again.',
          '{0} requests were under way; they may have been answered unseen, and are sent again.',
        )}`,
      ];
    }
    case 'stopped':
      return [t('Stopped at {0} of {1}. Choose Run Missing to go on.', done, of)];
    case 'waiting':
      return [
        done === 0
          ? t('Waiting for results. Choose Import Results… once there are some.')
          : t('Waiting for results, {0} of {1}. Choose Import Results… once there are more.', done, of),
      ];
    case 'complete':
      return [];
  }
}

function uncheckedNotices({ index }: NoticedFile): string[] {
  const unchecked = index.unchecked();
  if (unchecked === 0) return [];
  return [
    plural(
      unchecked,
      '{0} answer is not checked. Choose Run Missing to check it again; nothing is sent for that.',
      '{0} answers are not checked. Choose Run Missing to check them again; nothing is sent for that.',
    ),
  ];
}

/** Returns a notice for each reason, since often one thing keeps all models from answering. */
function gaveUpNotices({ run, index }: NoticedFile, { names, errorWords }: RunSituation): string[] {
  const models = [...run.models.keys()].filter((model) => index.models.gaveUp.has(model));
  const byReason = Map.groupBy(models, (model) => {
    const error = index.models.gaveUp.get(model);
    return error ? errorWords(error, model) : '';
  });
  return [...byReason].map(([why, models]) => {
    // The base may be there twice.
    const failed = [...new Set(models.map((model) => names[model] ?? ''))];
    return plural(
      failed.length,
      '{1} failed ten times in a row, so its other prompts were not sent. {2}',
      '{1} each failed ten times in a row, so their other prompts were not sent. {2}',
      listText(failed),
      why,
    ).trim();
  });
}

function modelNotices({ run, index }: NoticedFile, { names }: RunSituation): string[] {
  return run.models.flatMap((_, model) => {
    const name = names[model] ?? '';
    const notices: string[] = [];
    const { cut } = index.counts(model);
    if (cut > 0)
      notices.push(
        plural(
          cut,
          'The connection closed during {0} answer of {1}, which counts as it stands.',
          'The connection closed during {0} answers of {1}, which count as they stand.',
          name,
        ),
      );
    const refused = index.models.refused[model] ?? new Set();
    const isAlike = run.models.every(
      ({ isNoiseFloor }, other) =>
        isNoiseFloor || refused.symmetricDifference(index.models.refused[other] ?? new Set()).size === 0,
    );
    if (refused.size > 0 && (model === 0 || !isAlike))
      notices.push(refusedNotice([...refused], name, isAlike));
    return notices;
  });
}

function refusedNotice(fields: readonly string[], name: string, isAlike: boolean): string {
  const list = fields.map((field) => cleanText(field, 60)).join(', ');
  return isAlike
    ? t("The models don't accept {0}, so they were asked without.", list)
    : t("{0} doesn't accept {1}, so it was asked without: a difference between the models.", name, list);
}

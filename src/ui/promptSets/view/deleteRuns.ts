import { cleanText } from '../../../core/cleanText.ts';
import { isAgreed, sayError } from '../../shared/messages.ts';
import { plural, t } from '../../shared/text/t.ts';
import type { RunServices } from '../runServices.ts';
import { runLine } from './runRow.ts';

/** So many runs are named in the question. */
const maxNamed = 5;

interface NamedRun {
  id: string;
  /** The set's name. */
  name: string;
  /** Its models, time and connection. */
  about: string;
}

/**
 * Deletes runs, at once if they have neither answers nor files of requests. There is no undo, so it asks first; names those that another
 * window has. Resolves with whether any was deleted.
 */
export async function deleteRuns(
  ids: readonly string[],
  parts: Pick<RunServices, 'runs' | 'connections'>,
): Promise<boolean> {
  const { runs, connections } = parts;
  const named = (await runs.store.list())
    .filter(({ id }) => ids.includes(id))
    .map(
      (run): NamedRun => ({
        id: run.id,
        name: cleanText(run.set.name, 80),
        about: runLine(run, connections),
      }),
    );
  const free: NamedRun[] = [];
  for (const run of named) if (!(await runs.isElsewhere(run.id))) free.push(run);
  sayKept(named.filter((run) => !free.includes(run)));
  if (free.length === 0 || !(await isAgreedTo(free, parts))) return false;
  const kept: NamedRun[] = [];
  for (const run of free) if (!(await runs.delete(run.id))) kept.push(run);
  sayKept(kept);
  return kept.length < free.length;
}

async function isAgreedTo(named: readonly NamedRun[], { runs }: Pick<RunServices, 'runs'>): Promise<boolean> {
  let answers = 0;
  let exported = 0;
  let isUnknown = false;
  for (const { id } of named) {
    const file = await runs.open(id).catch(() => undefined);
    isUnknown ||= file === undefined;
    if (!file) continue;
    answers += file.index.answered;
    if (file.index.exported && file.index.answered < file.index.size) exported += 1;
    runs.close(id);
  }
  const isAsking = named.some(({ id }) => runs.asking(id));
  if (answers === 0 && exported === 0 && !isUnknown && !isAsking) return true;
  const [first] = named;
  const details = [
    isAsking ? t('Requests are being sent; they are stopped first.') : '',
    isUnknown ? t("What was kept can't be brought back.") : lostText(named.length, answers),
    exported > 0
      ? plural(
          exported,
          'Requests were exported. To import their results later, bring the run back from its .run.json file first.',
          'Requests of {0} were exported. To import their results later, bring the runs back from their .run.json files first.',
        )
      : '',
  ];
  return isAgreed(
    named.length === 1
      ? t('Delete the run of “{0}”?', first?.name ?? '')
      : t('Delete {0} runs?', named.length),
    [
      named.length <= maxNamed ? named.map(({ about }) => about).join('\n') : '',
      details.filter(Boolean).join(' '),
    ]
      .filter(Boolean)
      .join('\n\n'),
    plural(named.length, 'Delete Run', 'Delete Runs'),
    // First, so that Enter deletes nothing.
    plural(named.length, 'Keep Run', 'Keep Runs'),
  );
}

function lostText(runs: number, answers: number): string {
  if (answers === 0) return '';
  if (runs > 1) return t("Their {0} answers can't be brought back.", answers);
  return plural(answers, "Its answer can't be brought back.", "Its {0} answers can't be brought back.");
}

function sayKept(kept: readonly NamedRun[]): void {
  const [first] = kept;
  if (!first) return;
  void sayError(
    kept.length === 1
      ? t('The run of “{0}” is open in another window. Stop it there, then delete it.', first.name)
      : t('{0} of these runs are open in another window. Stop them there, then delete them.', kept.length),
  );
}

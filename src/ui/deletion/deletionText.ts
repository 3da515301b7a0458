import type { Lora } from '../../api/index.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { DeletionProgress } from '../../core/deletion/deletion.ts';
import type { DeletionEntry, Outcome, WhyEnded } from '../../core/deletion/outcome.ts';
import type { KeptError } from '../../core/keptError.ts';
import { shownName } from '../../core/shownName.ts';
import { errorText } from '../shared/errors/errorText.ts';
import { listedButNotFoundText } from '../shared/errors/listedButNotFound.ts';
import { waitText } from '../shared/errors/waitText.ts';
import { creatorName } from '../shared/text/creatorText.ts';
import { t } from '../shared/text/t.ts';
import { createdText, shortDate } from '../shared/text/time.ts';

type Place = Pick<Connection, 'name' | 'baseUrl'>;

/** Returns, e.g., "19 deleted, 2 refused, 3 failed, 1 unknown." */
export function countsText(entries: readonly DeletionEntry[]): string {
  const counts = Map.groupBy(entries, ({ outcome }) => outcome.is);
  const part = (is: Outcome['is'], text: (count: number) => string) => {
    const count = counts.get(is)?.length ?? 0;
    return count > 0 ? [text(count)] : [];
  };
  const parts = [
    ...part('deleted', (count) => t('{0} deleted', count)),
    ...part('alreadyGone', (count) => t('{0} already gone', count)),
    ...part('changed', (count) => t('{0} changed', count)),
    ...part('refused', (count) => t('{0} refused', count)),
    ...part('failed', (count) => t('{0} failed', count)),
    ...part('unknown', (count) => t('{0} unconfirmed', count)),
    ...part('notTried', (count) => t('{0} not tried', count)),
  ];
  return `${parts.join(', ')}.`;
}

/** Returns, e.g., "Deleting 12 of 25 from Acme production…", plus the reason for a wait. */
export function progressText({ done, total, wait, isEnding }: DeletionProgress, { name }: Place): string {
  const where = cleanText(name, 60);
  const text = isEnding
    ? t('Stopping the deletion from {0}: waiting for the last answers…', where)
    : t('Deleting {0} of {1} from {2}…', Math.min(done + 1, total), total, where);
  return wait ? `${text} ${waitText(wait)}` : text;
}

/** Returns why an entry ended as it did; empty if its section says it all. */
export function endReasonText(name: string, outcome: Outcome, place: Place): string {
  switch (outcome.is) {
    case 'deleted':
    case 'alreadyGone':
      return '';
    case 'changed':
      if (outcome.now === 'deployed') return t('It was deployed after you confirmed.');
      return outcome.fields
        ? t('Changed since you confirmed: {0}.', cleanText(outcome.fields.join(', '), 120))
        : t('It was redeployed after you confirmed.');
    case 'refused':
    case 'failed':
      return failedText(name, outcome, place);
    case 'unknown':
      return unknownText(outcome, place);
    case 'notTried':
      return whyText(outcome.why, place);
  }
}

function failedText(
  name: string,
  { at, error, isListed }: Extract<Outcome, { is: 'refused' | 'failed' }>,
  place: Place,
): string {
  if (isListed && at === 'check') return listedButNotFoundText(name, place);
  if (!error && at === 'deletion') return t('Entered by you.');
  if (!error) return t("Can't check it now. Nothing was deleted.");
  const words = cleanText(error.serverMessage ?? '', 300);
  if (error.kind === 'conflict')
    return `${t('In use, or being deleted ({0}).', error.status ?? 409)} ${words}`.trim();
  // The key works for other entries, so the refusal concerns this one.
  if (error.kind === 'forbidden' && at === 'deletion') {
    return `${t('{0} does not allow it ({1}).', cleanText(place.name, 60), error.status ?? 403)} ${words}`.trim();
  }
  return at === 'check'
    ? t("Can't be checked, so nothing was sent. {0}", sentence(error, place))
    : sentence(error, place);
}

function unknownText({ error, isListed }: Extract<Outcome, { is: 'unknown' }>, place: Place): string {
  // After a request that may have been carried out, a 404 says nothing about the entry.
  const why = error && error.kind !== 'notFound' ? sentence(error, place) : '';
  return isListed ? `${t('Asked for, still listed.')} ${why}`.trim() : why;
}

function sentence(error: KeptError, place: Place): string {
  const { text, detail } = errorText(error, place);
  return cleanText(detail && detail !== text ? `${text} ${detail}` : text, 400);
}

/** Returns how the deletion of one LoRA ended. */
export function outcomeText(name: string, outcome: Outcome, place: Place): string {
  const lora = shownName(name);
  const connection = cleanText(place.name, 80);
  const reason = endReasonText(name, outcome, place);
  switch (outcome.is) {
    case 'deleted':
      return t('LoRA “{0}” was deleted from {1}.', lora, connection);
    case 'alreadyGone':
      return t('LoRA “{0}” was already gone from {1}.', lora, connection);
    case 'unknown':
      if (outcome.isListed)
        return t(
          'The deletion of LoRA “{0}” was asked for, but {1} still lists it. It may be gone later. {2}',
          lora,
          connection,
          outcome.error && outcome.error.kind !== 'notFound' ? sentence(outcome.error, place) : '',
        ).trim();
      return t("Couldn't confirm that LoRA “{0}” was deleted. {1}", lora, reason).trim();
    default:
      return t('LoRA “{0}” was not deleted. {1}', lora, reason).trim();
  }
}

/** Returns, e.g., "on llama-3-8b, deployed since 12 Nov 2026 by Ada Example". */
export function deployedSince({ activeDeployment }: Lora): string {
  if (!activeDeployment) return t('not deployed');
  const { baseModelName, createdAt, creator } = activeDeployment;
  const parts = baseModelName ? [t('on {0}', cleanText(baseModelName, 80))] : [];
  const who = cleanText(creatorName(creator) ?? '', 80);
  const since = createdAt === undefined ? undefined : createdText(createdAt, shortDate);
  if (since && who) parts.push(t('deployed since {0} by {1}', since, who));
  else if (since) parts.push(t('deployed since {0}', since));
  else if (who) parts.push(t('deployed by {0}', who));
  else parts.push(t('deployed'));
  return parts.join(', ');
}

/** Returns why a deletion ended before its last entry. */
function whyText(why: WhyEnded, { name }: Place): string {
  const connection = cleanText(name, 60);
  const texts: Record<WhyEnded, string> = {
    stopped: t('You stopped the deletion.'),
    readOnly: t('{0} became read-only.', connection),
    moved: t('{0} has another address now.', connection),
    removed: t('{0} was removed.', connection),
    keyChanged: t('The API key was changed after you confirmed.'),
    keyRefused: t('The API key for {0} is missing or was refused. Set it, then select Retry.', connection),
    forbidden: t('{0} refused several deletions in a row (403).', connection),
    unreachable: t("{0} can't be reached. Diagnose Connection says why.", connection),
    broken: t('{0} kept returning errors.', connection),
    busy: t('{0} is rate limiting and asked for too long a wait.', connection),
    disk: t("The deletion record can't be saved. Free up disk space, then select Retry."),
    taken: t('This deletion is running in another window.'),
    interrupted: t('The window was closed, or crashed.'),
    error: t('Something went wrong. See the log.'),
  };
  return texts[why];
}

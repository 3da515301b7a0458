import type { RetryWait } from '../../../api/index.ts';
import { isBusy } from '../../../api/serviceError.ts';
import { t } from '../text/t.ts';

/**
 * "Busy, trying again in 8 s": why a request waits for a retry, if its connection is clear from context. Give another text
 * for the seconds if somebody else counts them.
 */
export function waitText(wait: RetryWait, seconds: number | string = secondsLeft(wait)): string {
  const { status } = wait.error;
  if (status === undefined) return t("Can't reach it, trying again in {0} s", seconds);
  if (isBusy(status)) return t('Busy, trying again in {0} s', seconds);
  return t('Answered with an error ({0}), trying again in {1} s', status, seconds);
}

/** "Acme is busy (503), trying again in 8 s.": the same as a sentence that names the connection. */
export function waitSentence(wait: RetryWait, name: string): string {
  const seconds = secondsLeft(wait);
  const { status } = wait.error;
  if (status === undefined) return t("Can't reach {0}, trying again in {1} s.", name, seconds);
  if (isBusy(status)) {
    return t('{0} is busy ({1}), trying again in {2} s.', name, status, seconds);
  }
  return t('{0} answered with an error ({1}), trying again in {2} s.', name, status, seconds);
}

function secondsLeft({ until }: RetryWait): number {
  return Math.max(1, Math.ceil((until - Date.now()) / 1000));
}

import type { RetryWait } from '../../../api/index.ts';
import { isBusy } from '../../../api/serviceError.ts';
import { t } from '../text/t.ts';
import { clockTime } from '../text/time.ts';

/** A longer wait is told by its end and not by its seconds, in ms. */
export const longMs = 120_000;

/**
 * "Busy, trying again in 8 s": why a request waits for a retry, if its connection is clear from context. Give another text
 * for the seconds if somebody else counts them.
 */
export function waitText(wait: RetryWait, seconds: number | string = secondsUntil(wait.until)): string {
  const { status } = wait.error;
  if (status === undefined) return t("Can't reach it, trying again in {0} s", seconds);
  if (isBusy(status)) return t('Busy, trying again in {0} s', seconds);
  return t('Answered with an error ({0}), trying again in {1} s', status, seconds);
}

/** "Acme is busy (503), trying again in 8 s.": the same as a sentence that names the connection. */
export function waitSentence(wait: RetryWait, name: string): string {
  const seconds = secondsUntil(wait.until);
  const { status } = wait.error;
  if (status === undefined) return t("Can't reach {0}, trying again in {1} s.", name, seconds);
  if (isBusy(status)) {
    return t('{0} is busy ({1}), trying again in {2} s.', name, status, seconds);
  }
  return t('{0} answered with an error ({1}), trying again in {2} s.', name, status, seconds);
}

/** "Retrying in 12 s.", and once the time has come "Retrying…". */
export function retryText(at: number): string {
  return at > Date.now() ? t('Retrying in {0} s.', secondsUntil(at)) : t('Retrying…');
}

/** "the service asks to wait 75 s", or "… until 10:44" if that is long, over or not counted: the end of a sentence. */
export function askedWaitText(until: number, isCounted: boolean): string {
  const ms = until - Date.now();
  return isCounted && ms > 0 && ms < longMs
    ? t('the service asks to wait {0} s', secondsUntil(until))
    : t('the service asks to wait until {0}', clockTime(until));
}

/** Returns the ms until the seconds until a time are fewer; 0 once it has come. */
export function msToNextSecond(until: number): number {
  const ms = until - Date.now();
  return ms > 0 ? ms % 1000 || 1000 : 0;
}

function secondsUntil(until: number): number {
  return Math.max(1, Math.ceil((until - Date.now()) / 1000));
}

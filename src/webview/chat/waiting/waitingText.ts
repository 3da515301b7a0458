import type { PageSilence } from '../../../protocol/chat.ts';
import { t } from '../../shared/l10n.ts';

/** A `PageSilence` with times of the page's own clock, in milliseconds. */
export interface WaitingTime extends Pick<PageSilence, 'name' | 'isStarted' | 'hint'> {
  since: number;
  retry: { text: string; at: number } | undefined;
}

/** Shorter pauses between two pieces of an answer are not mentioned. */
const shortestStallMs = 3000;
/** After this time, a hint says what may take so long, and a screen reader announces it. */
const longMs = 10_000;

/** Returns a silence as the host reported it, with times of the page's clock. */
export function silenceAt(now: number, { ms, retry, ...rest }: PageSilence): WaitingTime {
  return { ...rest, since: now - ms, retry: retry && { text: retry.text, at: now + retry.inMs } };
}

/** Returns "Waiting for support-tone-v7… 12 s" or the like; `undefined` while there is nothing to wait for. */
export function waitingText(silence: WaitingTime, now: number): string | undefined {
  const { name, isStarted, retry, since, hint } = silence;
  if (retry) return retry.text.replace('{0}', String(Math.max(1, Math.ceil((retry.at - now) / 1000))));
  const seconds = Math.floor((now - since) / 1000);
  if (isStarted) return now - since < shortestStallMs ? undefined : t('Waiting for more… {0} s', seconds);
  if (seconds < 1) return t('Waiting for {0}…', name);
  const counted = t('Waiting for {0}… {1} s', name, seconds);
  return now - since < longMs ? counted : `${counted}. ${hint}`;
}

/** Returns what a screen reader announces of a long silence, once, since it doesn't change. */
export function longSilenceText({ name, isStarted, retry, since, hint }: WaitingTime, now: number): string {
  if (retry || now - since < longMs) return '';
  return isStarted ? t('Still waiting for more from {0}', name) : hint;
}

/** Returns the number of milliseconds until the texts change by themselves. */
export function nextChangeMs({ retry, since }: WaitingTime, now: number): number {
  const phase = retry ? retry.at - now : now - since;
  const rest = ((phase % 1000) + 1000) % 1000;
  return retry ? rest || 1000 : 1000 - rest;
}

/** Returns the label of the reasoning, with its duration once it has ended. */
export function reasoningText(reasoningMs: number | undefined, isLive: boolean): string {
  if (isLive) return t('Reasoning…');
  if (reasoningMs === undefined) return t('Reasoning');
  const whole = Math.round(reasoningMs / 1000);
  return whole < 1 ? t('Reasoning, under 1 s') : t('Reasoning, {0} s', whole);
}

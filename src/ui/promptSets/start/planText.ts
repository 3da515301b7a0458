import type { ChatSettings } from '../../../core/chats/tree/chatSettings.ts';
import type { ModelRef } from '../../../core/models/modelKey.ts';
import { newRequests, type RequestCount } from '../../../core/promptSets/ask/askJob.ts';
import { pointsToldApart } from '../../../core/promptSets/report/discordance.ts';
import { defaultMaxTokens } from '../../../core/promptSets/run/runRecord.ts';
import { fewestUnits } from '../../../core/promptSets/verdict/pairedVerdict.ts';
import { percentText } from '../../../core/promptSets/words/percentText.ts';
import { testMaxTokens } from '../../../core/testRequests/testRequest.ts';
import { type TestedAdapter, weightsMaxTokens, weightsRequests } from '../../../core/weights/weightsTest.ts';
import type { WindowServices } from '../../models/windowServices.ts';
import { numberText, t } from '../../shared/text/t.ts';
import { requestsText } from '../words/requestsText.ts';
import type { ReadSet } from './readSet.ts';

/** What the user has chosen so far. */
export interface Draft {
  /** The base first. */
  models: readonly ModelRef[];
  settings: ChatSettings;
  repetitions: number;
  /** Ask no more once each model is clearly better or worse, whenever one stops. */
  stopsWhenClear: boolean;
  /** Stop once all answers together have so many tokens. */
  maxTotalTokens?: number | undefined;
  /** Whose weights are tested before. */
  tested?: readonly TestedAdapter[];
}

/** What a run would be, and what earlier ones found. */
export interface PlannedRun {
  set: Pick<ReadSet, 'prompts' | 'checked' | 'units'>;
  draft: Draft;
  /** As `earlierDiscordance` returns it. */
  discordance: number | undefined;
}

/** Returns, e.g., "402 requests to Acme · at most 410,000 tokens". Warm-ups are included. */
export function costText(
  { set, draft }: PlannedRun,
  connections: Pick<WindowServices['connections'], 'byId'>,
): string {
  const counts = newRequests(draft.models, set.prompts * draft.repetitions);
  const all = [
    ...counts.map((count) => ({ ...count, requests: count.requests + count.warmUps, warmUps: 0 })),
    ...(draft.tested ?? []).map((one) => ({ ...one, requests: weightsRequests, warmUps: 0 })),
  ];
  const tokens = t('at most {0} tokens', numberText(mostTokens(counts, draft)));
  return `${requestsText(all, connections)} · ${tokens}`;
}

/** Returns how many tokens all answers can have, rounded up to two digits: services count in their own way. */
function mostTokens(
  counts: readonly RequestCount[],
  { settings, maxTotalTokens, tested = [] }: Draft,
): number {
  const each = settings.maxTokens ?? defaultMaxTokens;
  const tests = tested.length * weightsRequests * weightsMaxTokens;
  const most = counts.reduce((sum, one) => sum + one.requests * each + one.warmUps * testMaxTokens, tests);
  const digit = 10 ** Math.max(0, Math.floor(Math.log10(most)) - 1);
  return Math.min(Math.ceil(most / digit) * digit, (maxTotalTokens ?? Number.POSITIVE_INFINITY) + tests);
}

/** Returns, e.g., "200 prompts tell apart 10 points or more"; '' where there is nothing to tell apart. */
export function tellsApartText({ set, draft, discordance }: PlannedRun): string {
  const { checked, units } = set;
  if (draft.models.length < 2 || checked === 0) return '';
  if (units < fewestUnits) return t('too few checked prompts for a verdict');
  const points = pointsToldApart(units, discordance);
  return units === checked
    ? t('{0} prompts tell apart {1} points or more', units, points)
    : t('{0} groups tell apart {1} points or more', units, points);
}

/** Returns on what that rests; `undefined` where it says no points. */
export function tellsApartNote({ set, draft, discordance }: PlannedRun) {
  if (draft.models.length < 2 || set.units < fewestUnits) return undefined;
  const detail =
    discordance === undefined
      ? t('If models differ on a fifth of the prompts, which is a guess.')
      : t('If models differ on {0} of the prompts, as in its last run.', percentText(t, discordance));
  return { label: t('“Tell apart”: in four of five runs'), detail };
}

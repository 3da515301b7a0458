import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { type TestedAdapter, weightsMaxTokens, weightsPrompts } from '../../core/weights/weightsTest.ts';
import type {
  ChangeSince,
  Comparison,
  ModelAnswers,
  OfBoth,
  WeightsVerdict,
} from '../../core/weights/weightsVerdict.ts';
import { placeName } from '../shared/text/placeName.ts';
import { numberText, t } from '../shared/text/t.ts';
import { absoluteTime } from '../shared/text/time.ts';

type Names = Pick<TestedAdapter, 'name' | 'baseModelName'>;

/** Says what a test found, the most important first, in one line. */
export function verdictText(verdict: WeightsVerdict, names: Names): string {
  return sentences(verdict, names).join(' ');
}

function sentences({ adapter, baseSince, adapterSince }: WeightsVerdict, names: Names): string[] {
  const [name, base] = [cleanText(names.name, 80), cleanText(names.baseModelName, 80)];
  return [
    ...adapterTexts(adapter, name, base),
    baseSince ? baseSinceText(baseSince, base) : '',
    adapterSince ? adapterSinceText(adapterSince, name) : '',
  ].filter(Boolean);
}

function adapterTexts(found: Comparison, name: string, base: string): string[] {
  const { is, why, separating, spreads } = found;
  if (is === 'unclear')
    return [t("Can't tell whether {0} differs from its base {1}: {2}", name, base, whyText(why, found))];
  if (is === 'differs') {
    const chance = percentOfChance(spreads.length);
    return [
      t('{0} differs from its base {1}.', name, base),
      t('All {0} prompts tell them apart, by chance in at most {1} of tests.', spreads.length, chance),
    ];
  }
  return [
    t('{0} is the same as its base {1}, within what the base differs from itself.', name, base),
    t(
      '{0} of {1} prompts tell them apart: probably the adapter is not applied, or the base answers with it.',
      separating,
      spreads.length,
    ),
    spreads.some((one) => one.isByText)
      ? t('The server gives no logprobs, so small differences did not show.')
      : '',
  ];
}

function whyText(why: Comparison['why'], { separating, spreads }: Comparison): string {
  if (why === 'warm') return t("the service doesn't accept `temperature`, so answers differ by chance.");
  if (why === 'empty') return t('to some prompts no text came.');
  return t('{0} of {1} prompts tell them apart. Another test may be clear.', separating, spreads.length);
}

function baseSinceText({ at, found }: ChangeSince, base: string): string {
  const when = absoluteTime(at);
  if (found.is === 'differs') return t('The base itself, {0}, answers otherwise than on {1}.', base, when);
  return found.is === 'same' ? '' : unclearText(base, when, found);
}

function adapterSinceText({ at, isReloaded, found }: ChangeSince, name: string): string {
  const when = absoluteTime(at);
  if (found.is === 'unclear') return unclearText(name, when, found);
  if (isReloaded)
    return found.is === 'same'
      ? t('{0} answers as before the reload: the old adapter may still be served.', name)
      : t('{0} answers otherwise than before the reload.', name);
  return found.is === 'same'
    ? t('{0} answers as on {1}.', name, when)
    : t('This adapter, {0}, answers otherwise than on {1}.', name, when);
}

function unclearText(name: string, when: string, found: Comparison): string {
  return t("Can't tell whether {0} answers as on {1}: {2}", name, when, whyText(found.why, found));
}

/** By chance, a prompt separates in at most one of three tests. */
function percentOfChance(prompts: number): string {
  return t.number(3 ** -prompts, { style: 'percent', maximumSignificantDigits: 2 });
}

/** What a test found, with the answers and what they rest on, as plain text. */
export function weightsReport(
  verdict: WeightsVerdict,
  now: OfBoth<ModelAnswers>,
  names: Names,
  connection: Connection,
): string {
  const { spreads } = verdict.adapter;
  const isByText = spreads.some((one) => one.isByText);
  const how = isByText
    ? t('A distance is the share of the text after the common beginning, from 0 to 1.')
    : t('A distance is the mean difference of logprobs in nats, up to the first token that differs.');
  const asked = [
    t('Both were asked each prompt twice, at temperature 0 and for at most {0} tokens.', weightsMaxTokens),
    t('Below: the smallest distance between the two, the greatest within one, and the first answers.'),
  ];
  const digits = { maximumSignificantDigits: 3 };
  const rows = weightsPrompts.map((prompt, at) => {
    const { across = 0, within = 0 } = spreads[at] ?? {};
    const said = (name: string, { answers }: ModelAnswers) =>
      `   ${cleanText(name, 80)}: ${cleanText(answers[at]?.first.text ?? '', 200)}`;
    return [
      `── ${prompt}`,
      `   ${t('{0} between them, {1} within one', numberText(across, digits), numberText(within, digits))}`,
      said(names.baseModelName, now.base),
      said(names.name, now.adapter),
    ].join('\n');
  });
  const head = [placeName(connection), absoluteTime(now.adapter.at)].join(' · ');
  return `${[sentences(verdict, names).join('\n'), head, [...asked, how].join('\n'), ...rows].join('\n\n')}\n`;
}

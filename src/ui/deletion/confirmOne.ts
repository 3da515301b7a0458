import type { Lora } from '../../api/index.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { Outcome } from '../../core/deletion/outcome.ts';
import { shownName } from '../../core/shownName.ts';
import { askText } from '../shared/inputStep.ts';
import { isAgreed } from '../shared/messages.ts';
import { placeName } from '../shared/text/placeName.ts';
import { t } from '../shared/text/t.ts';
import { deployedSince, endReasonText } from './deletionText.ts';

/**
 * Asks the user. For a deployed LoRA, its name has to be typed, in a box that `signal` closes; for others a button is enough, in a
 * dialog that only the user can close. `changed`: how the LoRA changed after the user first agreed.
 */
export function confirmOne(
  lora: Lora,
  connection: Connection,
  changed: Extract<Outcome, { is: 'changed' }> | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  const question = t('Delete LoRA “{0}”?', shownName(lora.name));
  const facts = [
    ...(changed ? [endReasonText(lora.name, changed, connection)] : []),
    `${placeName(connection)} · ${deployedSince(lora)}`,
    t("This can't be undone. Anyone in your organization who uses this LoRA will lose it."),
  ];
  return lora.activeDeployment
    ? confirmByName(lora, question, facts, signal)
    : isAgreed(question, facts.join('\n\n'), t('Delete LoRA'), t('Keep LoRA'));
}

async function confirmByName(
  { name }: Lora,
  question: string,
  facts: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  // Accepts the raw name, or the shown one, in which invisible characters are escaped.
  const names = [name, shownName(name, name.length * 10)];
  const shown = shownName(name);
  const typed = await askText({
    title: question,
    prompt: `${facts.map((fact) => fact.replace(/\.$/u, '')).join('. ')}. ${t('Type the name to delete it.')}`,
    placeholder: shown,
    signal,
    check: (text) =>
      names.some((one) => one.startsWith(text.trim()))
        ? undefined
        : t("Doesn't match. Type “{0}” to confirm.", shown),
    tryOut: (text) =>
      Promise.resolve(
        names.includes(text.trim()) ? undefined : t('Type the full name to confirm: {0}', shown),
      ),
  });
  return typed !== undefined;
}

import type { Lora } from '../../api/index.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { Outcome } from '../../core/deletion/outcome.ts';
import { deployedFirst } from '../../core/models/modelSort.ts';
import { shownName } from '../../core/shownName.ts';
import { askText, inputStep } from '../shared/inputStep.ts';
import { isAgreed } from '../shared/messages.ts';
import type { ReadOnlyDocuments } from '../shared/readOnlyDocuments.ts';
import { placeName } from '../shared/text/placeName.ts';
import { plural, t } from '../shared/text/t.ts';
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

/** Max number of names in the question itself, and of their characters. */
const maxNamed = 10;
const maxCharacters = 600;

/**
 * Asks the user, naming the LoRAs and requiring their number to be typed. Resolves with the LoRAs agreed to, without those that are
 * gone by then according to `isStillThere`; with `back` if the user wants to choose again.
 */
export async function confirmMany(
  connection: Connection,
  loras: readonly Lora[],
  isStillThere: (lora: Lora) => boolean,
  documents: Pick<ReadOnlyDocuments, 'open'>,
  signal: AbortSignal,
): Promise<readonly Lora[] | 'back' | undefined> {
  // What is typed has no separators.
  const count = String(loras.length);
  const named = namedInQuestion(loras);
  const fileName = `${plural(loras.length, '1 LoRA to Delete', '{0} LoRAs to Delete')}.txt`;
  const result = await inputStep({
    title: plural(loras.length, 'Delete 1 LoRA?', 'Delete {0} LoRAs?'),
    prompt: promptText(connection, loras, named),
    hasBack: true,
    signal,
    look: {
      title: plural(loras.length, 'Show LoRA', 'Show All {0} LoRAs'),
      icon: 'list-unordered',
      run: () =>
        documents.open('to be deleted', fileName, wholeText(connection, loras), { preserveFocus: true }),
    },
    check: (text) =>
      count.startsWith(text.trim()) ? undefined : t("Doesn't match. Type {0} to confirm.", count),
    tryOut: (text) => Promise.resolve(text.trim() === count ? undefined : t('Type {0} to confirm.', count)),
  });
  if (result?.is === 'back') return 'back';
  const agreed = result?.is === 'accepted' ? loras.filter(isStillThere) : [];
  return agreed.length > 0 ? agreed : undefined;
}

/** Returns the names in the question. Deployed LoRAs come first, and are marked unless all are, since they are missed most. */
function namedInQuestion(loras: readonly Lora[]): string[] {
  const isMixed = loras.some(({ activeDeployment }) => !activeDeployment);
  const named: string[] = [];
  let characters = 0;
  for (const { name, activeDeployment } of deployedFirst(loras)) {
    const shown = shownName(name, 100);
    const text = activeDeployment && isMixed ? t('{0} (deployed)', shown) : shown;
    characters += text.length;
    if (named.length === maxNamed || (named.length > 0 && characters > maxCharacters)) break;
    named.push(text);
  }
  return named;
}

function promptText(connection: Connection, loras: readonly Lora[], named: readonly string[]): string {
  const more = loras.length - named.length;
  const names = named.join(', ');
  const which =
    more === 0 ? names : t('{0} and {1} more (select the list button above to see all)', names, more);
  const warning = plural(
    loras.length,
    "This can't be undone. Anyone in your organization who uses this LoRA will lose it.",
    "This can't be undone. Anyone in your organization who uses these LoRAs will lose them.",
  );
  const ask = t('Type {0} to confirm.', String(loras.length));
  return `${placeName(connection)}: ${which}. ${stateText(loras)} ${warning} ${ask}`;
}

function stateText(loras: readonly Lora[]): string {
  const deployed = loras.filter(({ activeDeployment }) => activeDeployment).length;
  if (loras.length === 1) return deployed === 1 ? t('It is deployed.') : t('It is not deployed.');
  if (deployed === loras.length) return t('All of them are deployed.');
  return deployed === 0 ? t('None of them is deployed.') : t('{0} of {1} deployed.', deployed, loras.length);
}

function wholeText(connection: Connection, loras: readonly Lora[]): string {
  const lines = deployedFirst(loras).map(
    (lora) => `- ${shownName(lora.name, 1000)} · ${deployedSince(lora)}`,
  );
  return `${[placeName(connection), '', ...lines].join('\n')}\n`;
}

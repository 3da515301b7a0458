import type { Lora } from '../../api/index.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { shownName } from '../../core/shownName.ts';
import { inputStep } from '../shared/inputStep.ts';
import type { ReadOnlyDocuments } from '../shared/readOnlyDocuments.ts';
import { placeName } from '../shared/text/placeName.ts';
import { plural, t } from '../shared/text/t.ts';
import { deployedSince } from './deletionText.ts';

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
  const all = plural(loras.length, 'Show LoRA', 'Show All {0} LoRAs');
  const toDelete = plural(loras.length, '1 LoRA to Delete', '{0} LoRAs to Delete');
  const fileName = `${toDelete}.txt`;
  const result = await inputStep({
    title: plural(loras.length, 'Delete 1 LoRA?', 'Delete {0} LoRAs?'),
    prompt: promptText(connection, loras, named),
    placeholder: count,
    hasBack: true,
    signal,
    look: {
      title: all,
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

/** Returns the names in the question. Deployed LoRAs come first and are marked, since they are missed most. */
function namedInQuestion(loras: readonly Lora[]): string[] {
  const named: string[] = [];
  let characters = 0;
  for (const lora of deployedFirst(loras)) {
    const text = lora.activeDeployment
      ? t('{0} (deployed)', shownName(lora.name, 100))
      : shownName(lora.name, 100);
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
  if (loras.length === 1) {
    return deployed === 1 ? t('It is deployed.') : t('It is not deployed.');
  }
  return deployed === 0 ? t('None of them is deployed.') : t('{0} of {1} deployed.', deployed, loras.length);
}

function wholeText(connection: Connection, loras: readonly Lora[]): string {
  const lines = deployedFirst(loras).map(
    (lora) => `- ${shownName(lora.name, 1000)} · ${deployedSince(lora)}`,
  );
  return `${[placeName(connection), '', ...lines].join('\n')}\n`;
}

function deployedFirst(loras: readonly Lora[]): Lora[] {
  return loras.toSorted((one, other) => Number(!one.activeDeployment) - Number(!other.activeDeployment));
}

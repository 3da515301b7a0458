import { english, type Texts, textsIn } from '../../../base/texts.ts';

/** The texts of the display language, also as they are handed to `core/promptSets/words`. */
export let t: Texts = english;

/** Takes the display language and its texts, from English to translation. Called once, before anything is shown. */
export function loadTexts(bundle: Readonly<Record<string, string>> | undefined, language: string): void {
  t = textsIn(language, bundle);
}

export const plural: Texts['plural'] = (...counted) => t.plural(...counted);
export const numberText: Texts['number'] = (...number) => t.number(...number);
export const listText: Texts['list'] = (names) => t.list(names);

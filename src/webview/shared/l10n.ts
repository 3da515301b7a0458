import { type Texts, textsIn } from '../../base/texts.ts';

/** The texts of the display language. */
export let t: Texts = textsIn(undefined);

/** Loads the texts of the display language: a JSON object from English to translation. */
export function loadBundle(json: string | null | undefined, of?: string): void {
  t = textsIn(of, JSON.parse(json || '{}'));
}

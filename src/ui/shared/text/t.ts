type Texts = Readonly<Record<string, string>>;

let texts: Texts = {};
let language = 'en';

/** Takes the display language and its texts, from English to translation. Called once, before anything is shown. */
export function loadTexts(bundle: Texts | undefined, displayLanguage: string): void {
  texts = bundle ?? {};
  language = displayLanguage;
}

/** The language in which numbers, times and lists are written. */
export function displayLanguage(): string {
  return language;
}

/** Returns the text in the display language, else in English; `{0}`, `{1}` … become the values. */
export function t(text: string, ...values: readonly (string | number)[]): string {
  const found = Object.hasOwn(texts, text) ? texts[text] : undefined;
  return (found ?? text).replace(/\{(\d+)\}/g, (slot, index) => String(values[Number(index)] ?? slot));
}

type Texts = Readonly<Record<string, string>>;

let texts: Texts = {};

/** Takes the texts of the display language: from English to translation. Called once, before anything is shown. */
export function loadTexts(bundle: Texts | undefined): void {
  texts = bundle ?? {};
}

/** Returns the text in the display language, else in English; `{0}`, `{1}` … become the values. */
export function t(text: string, ...values: readonly (string | number)[]): string {
  const found = Object.hasOwn(texts, text) ? texts[text] : undefined;
  return (found ?? text).replace(/\{(\d+)\}/g, (slot, index) => String(values[Number(index)] ?? slot));
}

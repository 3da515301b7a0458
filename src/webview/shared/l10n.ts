type Bundle = Readonly<Record<string, string>>;

let bundle: Bundle = {};
let language: string | undefined;

/** Loads the texts of the display language: a JSON object from English to translation. Other values are dropped. */
export function loadBundle(json: string | null | undefined, of?: string): void {
  bundle = {};
  language = of;
  try {
    const texts = Object.entries<unknown>(JSON.parse(json || '{}') ?? {});
    bundle = Object.fromEntries(
      texts.filter((text): text is [string, string] => typeof text[1] === 'string'),
    );
  } catch {
    // A bundle that can't be read leaves the page in English, which is better than no page.
  }
}

/** Returns the text in the display language, else in English; `{0}`, `{1}` … become the values, numbers as the language writes them. */
export function t(text: string, ...values: readonly (string | number)[]): string {
  const found = Object.hasOwn(bundle, text) ? bundle[text] : undefined;
  return (found ?? text).replace(/\{(\d+)\}/g, (slot, index) => {
    const value = values[Number(index)];
    return typeof value === 'number' ? value.toLocaleString(language) : (value ?? slot);
  });
}

type Bundle = Readonly<Record<string, string>>;

let bundle: Bundle = {};

/** Loads the texts of the display language: a JSON object from English to translation. Other values are dropped. */
export function loadBundle(json: string | null | undefined): void {
  bundle = {};
  if (!json) return;
  try {
    const read: unknown = JSON.parse(json);
    if (typeof read !== 'object' || read === null) return;
    bundle = Object.fromEntries(
      Object.entries(read).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    // A bundle that can't be read leaves the page in English, which is better than no page.
    bundle = {};
  }
}

/** Returns the text in the display language, else in English; `{0}`, `{1}` … become the values. */
export function t(text: string, ...values: readonly (string | number)[]): string {
  const found = Object.hasOwn(bundle, text) ? bundle[text] : undefined;
  return (found ?? text).replace(/\{(\d+)\}/g, (slot, index) => String(values[Number(index)] ?? slot));
}

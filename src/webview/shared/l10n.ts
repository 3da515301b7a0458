let bundle: Readonly<Record<string, unknown>> = {};
let language: string | undefined;

/** Loads the texts of the display language: a JSON object from English to translation. */
export function loadBundle(json: string | null | undefined, of?: string): void {
  bundle = JSON.parse(json || '{}');
  language = of;
}

/** Returns the text in the display language, else in English; `{0}`, `{1}` … become the values, numbers as the language writes them. */
export function t(text: string, ...values: readonly (string | number)[]): string {
  const found = Object.hasOwn(bundle, text) ? bundle[text] : undefined;
  return (typeof found === 'string' ? found : text).replace(/\{(\d+)\}/g, (slot, index) => {
    const value = values[Number(index)];
    return typeof value === 'number' ? value.toLocaleString(language) : (value ?? slot);
  });
}

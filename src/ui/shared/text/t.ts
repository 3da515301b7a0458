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

/** Returns a number as the display language writes it: "1,000", never as a power of ten. */
export function numberText(value: number, options?: Intl.NumberFormatOptions): string {
  return value.toLocaleString(language, options);
}

type Values = readonly (string | number)[];

/** Returns the text in the display language, else in English; `{0}`, `{1}` … become the values, numbers as above. */
export function t(text: string, ...values: Values): string {
  return translated(text, values);
}

/** Returns `one` for a count of 1, else `many`; `{0}` becomes the count, and `{1}`, `{2}` … the values. */
export function plural(count: number, one: string, many: string, ...values: Values): string {
  return translated(count === 1 ? one : many, [count, ...values]);
}

/** Like `t`, for a text that was made elsewhere: what a prompt set says. */
export function saidText([text, ...values]: readonly [text: string, ...values: Values]): string {
  return translated(text, values);
}

function translated(text: string, values: Values): string {
  const found = Object.hasOwn(texts, text) ? texts[text] : undefined;
  return (found ?? text).replace(/\{(\d+)\}/g, (slot, index) => {
    const value = values[Number(index)];
    return typeof value === 'number' ? numberText(value) : (value ?? slot);
  });
}

/** Returns, e.g., "A and B" or "A, B, and C". */
export function listText(names: readonly string[]): string {
  return new Intl.ListFormat(displayLanguage(), { type: 'conjunction' }).format(names);
}

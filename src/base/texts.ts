/** A text with `{0}`, `{1}` … and the values for them, to be said later. */
export type Wording = readonly [text: string, ...values: (string | number)[]];

/** Says things in one language. */
export interface Texts {
  /** Returns the text in this language, else in English; `{0}`, `{1}` … become the values, numbers as below. */
  (...wording: Wording): string;
  /** Returns `one` for a count of 1, else `many`; `{0}` becomes the count, and `{1}`, `{2}` … the values. */
  plural: (count: number, one: string, many: string, ...values: (string | number)[]) => string;
  /** Returns a number as the language writes it: "1,000", never as a power of ten. */
  number: (value: number, options?: Intl.NumberFormatOptions) => string;
  /** Returns, e.g., "A and B" or "A, B, and C". */
  list: (names: readonly string[]) => string;
  /** `at`: in Unix ms. Throws a `RangeError` for a time that no date can hold. */
  date: (at: number, options: Intl.DateTimeFormatOptions) => string;
  /** `undefined`: the system's. */
  readonly language: string | undefined;
}

/** `bundle`: from English to this language. */
export function textsIn(language: string | undefined, bundle: Readonly<Record<string, unknown>> = {}): Texts {
  const number: Texts['number'] = (value, options) => value.toLocaleString(language, options);
  const say = (...[text, ...values]: Wording) => {
    const found = Object.hasOwn(bundle, text) ? bundle[text] : undefined;
    const wording = typeof found === 'string' ? found : text;
    if (values.length === 0) return wording;
    return wording.replace(/\{(\d+)\}/gu, (slot, index) => {
      const value = values[Number(index)];
      return typeof value === 'number' ? number(value) : (value ?? slot);
    });
  };
  const others: Omit<Texts, never> = {
    ...{ number, language },
    plural: (count, one, many, ...values) => say(count === 1 ? one : many, count, ...values),
    list: (names) => new Intl.ListFormat(language, { type: 'conjunction' }).format(names),
    date: (at, options) => new Intl.DateTimeFormat(language, options).format(at),
  };
  return Object.assign(say, others);
}

export const english = textsIn('en');

/** Returns ms as seconds, more precise for short times: "0.42", "12.5", "130". */
export function secondsNumber(t: Pick<Texts, 'number'>, ms: number): string {
  const value = ms / 1000;
  const digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return t.number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

import { LONG_SECRET, longSecretForms } from '../errors/secretForms.ts';
import { mask, withoutInvisible } from '../errors/serverText.ts';
import { isObject } from './errorBody.ts';
import { mapInTurns } from './turns.ts';

/**
 * Masks the secrets that a good answer quotes, as errors are masked. Secrets of fewer than 12 characters are not looked for, since
 * they would hide innocent text. An answer has many thousands of texts, but hardly one as long as a key: what is looked for is
 * written down once, with the first text that could hold it.
 *
 * In a `name` only the API key is looked for: the value of a header, as of a tenant, may be an innocent part of it, and an entry
 * without its name can't be asked for.
 */
export class SecretMask {
  readonly #apiKey: readonly string[];
  readonly #secrets: readonly string[];
  readonly #shortest: number;
  readonly #forms = new Map<string, RegExp[]>();
  readonly #namesakes = new WeakSet<object>();

  /** The API key comes first. */
  constructor(secrets: readonly string[]) {
    const isLong = ({ length }: string) => length >= LONG_SECRET;
    this.#apiKey = secrets.slice(0, 1).filter(isLong);
    this.#secrets = secrets.filter(isLong);
    this.#shortest = Math.min(...this.#secrets.map(({ length }) => length));
  }

  /** The text itself where it quotes no secret. */
  text(text: string, secrets = this.#secrets): string {
    if (text.length < this.#shortest) return text;
    const visible = /[^ -~]/.test(text) ? withoutInvisible(text) : text;
    let masked = visible;
    for (const secret of secrets)
      if (masked.length >= secret.length) masked = mask(masked, this.#formsOf(secret));
    return masked === visible ? text : masked;
  }

  /** An answer with all of its texts masked, names of fields too; a long list over several turns of the event loop. */
  async answer(json: unknown, signal?: AbortSignal): Promise<unknown> {
    if (this.#secrets.length === 0) return json;
    return Array.isArray(json) ? mapInTurns(json, (entry) => this.json(entry), signal) : this.json(json);
  }

  /** The same object where no secret is in it. */
  json(json: unknown): unknown {
    if (typeof json === 'string') return this.text(json);
    if (Array.isArray(json)) return this.#array(json);
    return isObject(json) ? this.#object(json) : json;
  }

  /** Whether this object of a masked answer had the API key in its `name`, which then can't be asked for. */
  hasMaskedName(json: unknown): boolean {
    return isObject(json) && this.#namesakes.has(json);
  }

  #array(items: readonly unknown[]): readonly unknown[] {
    let copy: unknown[] | undefined;
    for (let at = 0; at < items.length; at += 1) {
      const item = items[at];
      const masked = this.json(item);
      if (masked === item) continue;
      copy ??= [...items];
      copy[at] = masked;
    }
    return copy ?? items;
  }

  #object(object: Record<string, unknown>): Record<string, unknown> {
    let changed: Map<string, unknown> | undefined;
    // Not by `Object.keys`: ten thousand entries have a hundred thousand names, and none of them is a key's.
    for (const name in object) {
      const value = object[name];
      if (this.#isTooShort(value) && name.length < this.#shortest) continue;
      const masked =
        name === 'name' && typeof value === 'string' ? this.text(value, this.#apiKey) : this.json(value);
      if (masked === value && this.text(name) === name) continue;
      changed ??= new Map();
      changed.set(name, masked);
    }
    if (changed === undefined) return object;
    const copy = Object.fromEntries(
      Object.entries(object).map(([name, value]) => [
        this.text(name),
        changed.has(name) ? changed.get(name) : value,
      ]),
    );
    if (changed.has('name') && typeof object.name === 'string') this.#namesakes.add(copy);
    return copy;
  }

  /** For a secret; what is no text holds none either. */
  #isTooShort(value: unknown): boolean {
    return typeof value === 'string'
      ? value.length < this.#shortest
      : typeof value !== 'object' || value === null;
  }

  #formsOf(secret: string): RegExp[] {
    const known = this.#forms.get(secret);
    if (known !== undefined) return known;
    const forms = longSecretForms(secret);
    this.#forms.set(secret, forms);
    return forms;
  }
}

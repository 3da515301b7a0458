import { longSecret, longSecretForms } from '../errors/secretForms.ts';
import { mask, withoutInvisible } from '../errors/serverText.ts';
import { mapYielding } from './eventLoop.ts';
import { isObject } from './isObject.ts';

/**
 * Masks the secrets quoted in a 2xx answer, as in errors. Secrets shorter than 12 characters are left, since masking them would
 * hide innocent text. An answer has many thousands of strings, but hardly one as long as a key: the patterns for a secret are
 * built once, at the first string that could hold it.
 *
 * In a `name` only the API key is masked: a header's value, such as a tenant, may be an innocent part of it, and an entry
 * can't be requested without its name.
 */
export class SecretMask {
  readonly #apiKey: readonly string[];
  readonly #secrets: readonly string[];
  readonly #shortest: number;
  readonly #forms = new Map<string, RegExp[]>();
  readonly #namesakes = new WeakSet<object>();

  /** Expects the API key first. */
  constructor(secrets: readonly string[]) {
    const isLong = ({ length }: string) => length >= longSecret;
    this.#apiKey = secrets.slice(0, 1).filter(isLong);
    this.#secrets = secrets.filter(isLong);
    this.#shortest = Math.min(...this.#secrets.map(({ length }) => length));
  }

  /** Returns the text as is if it quotes no secret. */
  text(text: string, secrets = this.#secrets): string {
    if (text.length < this.#shortest) return text;
    const visible = /[^ -~]/.test(text) ? withoutInvisible(text) : text;
    let masked = visible;
    for (const secret of secrets)
      if (masked.length >= secret.length) masked = mask(masked, this.#formsOf(secret));
    return masked === visible ? text : masked;
  }

  /** Masks all strings of an answer, field names included; a long list over several turns of the event loop. */
  async answer(json: unknown, signal?: AbortSignal): Promise<unknown> {
    if (this.#secrets.length === 0) return json;
    return Array.isArray(json) ? mapYielding(json, (entry) => this.json(entry), signal) : this.json(json);
  }

  /** Returns the same object if it holds no secret. */
  json(json: unknown): unknown {
    if (typeof json === 'string') return this.text(json);
    if (Array.isArray(json)) return this.#array(json);
    return isObject(json) ? this.#object(json) : json;
  }

  /** True if this object of a masked answer had the API key in its `name`, so it can't be requested. */
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
    // Not `Object.keys`: ten thousand entries have a hundred thousand field names, none of them a secret.
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

  /** True if no secret fits: a short string, or a value that holds no text. */
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

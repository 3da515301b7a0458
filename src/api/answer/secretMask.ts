import { withoutInvisible } from '../errors/serverText.ts';
import { SoughtSecret } from '../errors/soughtSecret.ts';
import { runYielding } from './eventLoop.ts';
import { isObject } from './isObject.ts';

/** Where in an answer something is; a list's items are where the list is. */
interface Place {
  /** Its fields in which only the API key is masked. */
  names: ReadonlySet<string>;
  /** Its fields that are such a place, too. */
  inner: ReadonlyMap<string, Place>;
}

const elsewhere: Place = { names: new Set(), inner: new Map() };
const deployment: Place = {
  names: new Set(['base_model_name', 'model_name', 'hub_revision', 'hf_revision']),
  inner: new Map(),
};
const entry: Place = { names: new Set(['name']), inner: new Map([['active_deployment', deployment]]) };

// About a millisecond's work.
const charsPerStep = 16 * 1024;

/**
 * Masks the secrets quoted in a 2xx answer, as in errors. Secrets shorter than 12 characters are left, since masking them would
 * hide innocent text.
 *
 * An entry can't be requested, found with its base or deployed again without the names that the service knows it by. A header's
 * value, such as a tenant, may be an innocent part of those, so there only the API key is masked.
 */
export class SecretMask {
  readonly #apiKey: readonly SoughtSecret[];
  readonly #secrets: readonly SoughtSecret[];
  readonly #shortest: number;
  readonly #namesakes = new WeakSet<object>();
  #charsLeft = charsPerStep;

  /** Expects the API key first. */
  constructor(secrets: readonly string[]) {
    const sought = secrets.map((secret) => new SoughtSecret(secret));
    this.#apiKey = sought.slice(0, 1).filter(({ isLong }) => isLong);
    this.#secrets = sought.filter(({ isLong }) => isLong);
    this.#shortest = Math.min(...this.#secrets.map(({ length }) => length));
  }

  /** Returns the text as is if it quotes no secret. */
  text(text: string, secrets = this.#secrets): string {
    if (text.length < this.#shortest) return text;
    const visible = withoutInvisible(text);
    const masked = secrets.reduce((one, secret) => secret.mask(one), visible);
    return masked === visible ? text : masked;
  }

  /** Masks all strings and field names of an entry or a list of them, in place; a large answer over several turns of the event loop. */
  async answer(json: unknown, signal?: AbortSignal): Promise<unknown> {
    if (this.#secrets.length === 0) return json;
    const root = [json];
    await runYielding(this.#steps(root, entry), signal);
    return root[0];
  }

  /** Masks any other JSON, in place. */
  json(json: unknown): unknown {
    const root = [json];
    for (const _ of this.#steps(root, elsewhere));
    return root[0];
  }

  /** True if this entry of a masked answer had the API key in its `name`, so it can't be requested. */
  hasMaskedName(json: unknown): boolean {
    return isObject(json) && this.#namesakes.has(json);
  }

  // One generator for the whole answer: one for each of its objects would take twice as long.
  *#steps(root: unknown[], rootPlace: Place): Generator<void, void> {
    const holders: object[] = [root];
    const places = [rootPlace];
    const add = (value: unknown, place: Place): void => {
      if (typeof value !== 'object' || value === null) return;
      holders.push(value);
      places.push(place);
    };
    for (let holder = holders.pop(); holder !== undefined; holder = holders.pop()) {
      const place = places.pop() ?? elsewhere;
      if (Array.isArray(holder)) {
        for (let at = 0; at < holder.length; at += 1) {
          const value: unknown = holder[at];
          if (this.#isStepOver(value)) yield;
          if (typeof value !== 'string') add(value, place);
          else if (value.length >= this.#shortest)
            holder[at] = isShort(value) ? this.text(value) : yield* this.#longText(value);
        }
      } else if (isObject(holder)) {
        let isRenamed = false;
        // Not `Object.keys`: ten thousand entries have a hundred thousand field names, none of them a secret.
        for (const name in holder) {
          const value = holder[name];
          if (this.#isStepOver(value)) yield;
          if (name.length >= this.#shortest) isRenamed ||= (yield* this.#longText(name)) !== name;
          if (typeof value !== 'string') add(value, place.inner.get(name) ?? elsewhere);
          else if (value.length >= this.#shortest) {
            const secrets = place.names.has(name) ? this.#apiKey : this.#secrets;
            const masked = isShort(value) ? this.text(value, secrets) : yield* this.#longText(value, secrets);
            if (masked === value) continue;
            holder[name] = masked;
            if (name === 'name') this.#namesakes.add(holder);
          }
        }
        if (isRenamed) yield* this.#rename(holder);
      }
    }
  }

  *#rename(object: Record<string, unknown>): Generator<void, void> {
    const fields: [string, unknown][] = [];
    for (const name in object) {
      if (this.#isStepOver(name)) yield;
      fields.push([isShort(name) ? this.text(name) : yield* this.#longText(name), object[name]]);
      delete object[name];
    }
    // Not by assignment, which a field called `__proto__` would misuse.
    for (const [name, value] of fields)
      Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  }

  *#longText(text: string, secrets = this.#secrets): Generator<void, string> {
    const visible = withoutInvisible(text);
    let masked = visible;
    for (const secret of secrets) masked = yield* secret.maskInSteps(masked);
    return masked === visible ? text : masked;
  }

  /** Counts what is about to be masked. */
  #isStepOver(value: unknown): boolean {
    this.#charsLeft -= typeof value === 'string' ? value.length : 16;
    if (this.#charsLeft > 0) return false;
    this.#charsLeft = charsPerStep;
    return true;
  }
}

/** True for a text that is masked within a millisecond. */
function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= charsPerStep;
}

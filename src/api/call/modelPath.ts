import { protocolFailure } from '../answer/readBody.ts';
import { CallFailure, type ErrorContext } from '../errors/errorMapping.ts';
import type { Model } from '../types.ts';

/** The collection of a model in a path. */
export type Collection = 'lora' | 'base-model';

/** How a path writes the slashes of a name: as `%2F` in one segment, or as is, which some routers want. */
export type NameForm = 'segment' | 'slashes';

/** Encodes a name for a path. Throws, before any request, if it would lead to another path. */
export function writeName(name: string, form: NameForm, endpoint: string): string {
  refuseName(name, endpoint);
  return form === 'segment' ? encodeURIComponent(name) : name.split('/').map(encodeURIComponent).join('/');
}

/**
 * Throws if a name has an empty, `.` or `..` segment, in either form: nginx (`proxy_pass` with a URI) and Apache
 * (`AllowEncodedSlashes On`) decode `%2F` and then resolve the segments, so that `old%2F..%2Fx` arrives as `x`, and `a%2F%2Fb`
 * as `a/b`. A backslash counts as a slash, because IIS turns it into one.
 */
export function refuseName(name: string, endpoint: string): void {
  if (name.isWellFormed() && !name.split(/[/\\]/).some((segment) => /^\.{0,2}$/.test(segment))) return;
  throw new CallFailure({ endpoint, secrets: [] }, 'badRequest', 'The name cannot stand in a path', {
    code: 'INVALID_NAME',
  });
}

/**
 * True if no character of a name is encoded in a path, so that all servers read it alike. They may disagree on others: Apache
 * (`NoDecode`) passes `a%252Fb` on as `a%2Fb`, HAProxy's `url_dec` turns `%3F` into a query, IIS turns `%5C` into a slash, and
 * a servlet behind nginx takes what follows `%3B` for a parameter.
 */
function isWrittenOneWay(name: string): boolean {
  return /^[\w.!~*'()-]+$/.test(name);
}

// A forgotten one costs a retrieve, and a deletion makes that just before anyway.
const maxNames = 1_000;

/** Remembers, for the names that were used last, the form that led to the entry of exactly that name. */
export class NameForms {
  readonly #forms = new Map<string, NameForm>();

  /** `undefined`: retrieve the entry before relying on its path. */
  of(collection: Collection, name: string): NameForm | undefined {
    return this.#forms.get(`${collection}/${name}`) ?? (isWrittenOneWay(name) ? 'segment' : undefined);
  }

  /** Returns the forms to try; the one that last worked first. */
  inTurn(collection: Collection, name: string): NameForm[] {
    if (!name.includes('/')) return ['segment'];
    return this.of(collection, name) === 'slashes' ? ['slashes', 'segment'] : ['segment', 'slashes'];
  }

  remember(collection: Collection, name: string, form: NameForm): void {
    if (isWrittenOneWay(name)) return;
    this.forget(collection, name);
    this.#forms.set(`${collection}/${name}`, form);
    const [oldest = ''] = this.#forms.keys();
    if (this.#forms.size > maxNames) this.#forms.delete(oldest);
  }

  /** Call when an answer shows that the form no longer leads to this entry. */
  forget(collection: Collection, name: string): void {
    this.#forms.delete(`${collection}/${name}`);
  }
}

const otherName = 'OTHER_NAME';

/** Throws if the entry's name is not the one requested: something on the way read the path differently. */
export function refuseOther(model: Model, name: string, context: ErrorContext): void {
  if (model.name !== name) throw protocolFailure(context, 'The answer is another model', otherName);
}

/** True if a path did not lead to its entry; another form of the path may. */
export function isOtherEntry(error: unknown): boolean {
  return isUnknown(error) || (error instanceof CallFailure && error.code === otherName);
}

/**
 * Returns the failure to report after trying both forms of a path: the later one, unless that is only a 404. So "not found" is
 * reported only if both forms say it, and an entry hidden by one of them is never taken for deleted.
 */
export function moreTelling(first: unknown, second: unknown): unknown {
  return first !== undefined && isUnknown(second) ? first : second;
}

function isUnknown(error: unknown): boolean {
  return error instanceof CallFailure && error.status === 404;
}

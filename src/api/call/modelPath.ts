import { serviceError } from '../errors/errorMapping.ts';

/** The collection of a model in a path. */
export type Collection = 'lora' | 'base-model';

/** How the slashes of a name stand in a path: as `%2F` in one segment, or kept, as some routers want it. */
export type NameForm = 'segment' | 'slashes';

/** A name as part of a path. Throws before any request for a name that would lead to another path. */
export function writeName(name: string, form: NameForm, endpoint: string): string {
  refuseName(name, endpoint);
  return form === 'segment' ? encodeURIComponent(name) : name.split('/').map(encodeURIComponent).join('/');
}

/**
 * Throws for a name with an empty, `.` or `..` segment, in any form: nginx (`proxy_pass` with a URI) and Apache
 * (`AllowEncodedSlashes On`) decode `%2F` and then resolve the segments, so that `old%2F..%2Fx` arrives as `x`, and `a%2F%2Fb` as
 * `a/b`. A backslash counts as a slash, because IIS makes it one.
 */
export function refuseName(name: string, endpoint: string): void {
  if (name.isWellFormed() && name.split(/[/\\]/).every(isSegment)) return;
  throw serviceError({ endpoint, secrets: [] }, 'badRequest', 'The name cannot stand in a path', {
    code: 'INVALID_NAME',
  });
}

function isSegment(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..';
}

/**
 * Whether a name has no character that is encoded in a path, so that its path reads the same to everybody. Others may not: Apache
 * (`NoDecode`) passes `a%252Fb` on as `a%2Fb`, HAProxy's `url_dec` makes a query of `%3F`, IIS a slash of `%5C`, and a servlet
 * behind nginx takes what follows `%3B` for a parameter.
 */
function isWrittenOneWay(name: string): boolean {
  return /^[\w.!~*'()-]+$/.test(name);
}

/** Remembers for each name the form in which the service last gave the entry of this very name. */
export class NameForms {
  readonly #forms = new Map<string, NameForm>();

  /** `undefined`: the entry has to be retrieved before its path can be relied on. */
  of(collection: Collection, name: string): NameForm | undefined {
    return this.#forms.get(`${collection}/${name}`) ?? (isWrittenOneWay(name) ? 'segment' : undefined);
  }

  /** The forms to ask in, the one that worked last first. */
  inTurn(collection: Collection, name: string): NameForm[] {
    if (!name.includes('/')) return ['segment'];
    return this.of(collection, name) === 'slashes' ? ['slashes', 'segment'] : ['segment', 'slashes'];
  }

  remember(collection: Collection, name: string, form: NameForm): void {
    if (!isWrittenOneWay(name)) this.#forms.set(`${collection}/${name}`, form);
  }

  /** Call when an answer shows that the form leads to this entry no more. */
  forget(collection: Collection, name: string): void {
    this.#forms.delete(`${collection}/${name}`);
  }
}

import { serviceError } from './errorMapping.ts';

/** The collection of a model in a path. */
export type Collection = 'lora' | 'base-model';

/** How the slashes of a name stand in a path: as `%2F` in one segment, or kept, as some routers want it. */
export type NameForm = 'segment' | 'slashes';

/** A name as part of a path. Throws before any request for a name that would lead to another path. */
export function writeName(name: string, form: NameForm, endpoint: string): string {
  if (!isSegment(name) || !name.isWellFormed()) {
    throw serviceError({ endpoint, secrets: [] }, 'badRequest', 'The name cannot stand in a path', {
      code: 'INVALID_NAME',
    });
  }
  return form === 'segment' ? encodeURIComponent(name) : name.split('/').map(encodeURIComponent).join('/');
}

/** Whether a name may be sent with its slashes kept: never with an empty, `.` or `..` segment. */
export function canKeepSlashes(name: string): boolean {
  return name.includes('/') && name.split('/').every(isSegment);
}

function isSegment(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..';
}

/** Remembers for each name the form in which the service knew it. */
export class NameForms {
  readonly #forms = new Map<string, NameForm>();

  of(collection: Collection, name: string): NameForm | undefined {
    return this.#forms.get(`${collection}/${name}`);
  }

  remember(collection: Collection, name: string, form: NameForm): void {
    this.#forms.set(`${collection}/${name}`, form);
  }
}

import { optionalFields } from '../config/chatFields.ts';
import type { CallFailure } from '../errors/callFailure.ts';

const ownFields = new Set<string>(optionalFields);

/** The request fields that the service refused, kept per model for the client's lifetime. */
export class RefusedFields {
  readonly #byModel = new Map<string, Set<string>>();

  of(model: string): ReadonlySet<string> {
    return this.#byModel.get(model) ?? new Set();
  }

  add(model: string, field: string): void {
    const fields = this.#byModel.get(model) ?? new Set();
    this.#byModel.set(model, fields.add(field));
  }
}

/**
 * Returns which of the `sent` fields a 400 or 422 is about: the one named by `error.param`, or without `param` the first of
 * our own fields in its text. This is the only place that reads a service's text.
 */
export function findRefusedField({ error, facts }: CallFailure, sent: readonly string[]): string | undefined {
  if (error.status !== 400 && error.status !== 422) return undefined;
  if (facts.param !== undefined) {
    const field = /^[^.[]+/.exec(facts.param)?.[0];
    return sent.find((one) => one === facts.param || one === field);
  }
  const text = facts.text ?? '';
  const named = sent
    .filter((field) => ownFields.has(field))
    .map((field) => ({ field, at: text.search(new RegExp(`(?<!\\w)${field}(?!\\w)`)) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at);
  return named[0]?.field;
}

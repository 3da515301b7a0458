import { type ErrorDetail, readErrorDetails } from '../answer/errorDetails.ts';
import { isAddedField } from '../config/chatFields.ts';
import type { CallFailure } from '../errors/errorMapping.ts';

/** What each model is known to refuse, kept for the client's lifetime. */
export class RefusedFields {
  readonly #byModel = new Map<string, Set<string>>();
  readonly #answered = new Set<string>();

  of(model: string): ReadonlySet<string> {
    return this.#byModel.get(model) ?? new Set();
  }

  add(model: string, fields: Iterable<string>): void {
    this.#byModel.set(model, new Set([...this.of(model), ...fields]));
  }

  /** Call for each good answer: what the model accepts by now is never left out on trial. */
  setAnswered(model: string): void {
    this.#answered.add(model);
  }

  hasAnswered(model: string): boolean {
    return this.#answered.has(model);
  }

  forget(model: string): void {
    this.#byModel.delete(model);
    this.#answered.delete(model);
  }
}

/** What a refusal says about the fields of its request. */
export interface FieldRefusal {
  /** Sent fields that the service doesn't know, and those of ours that it names at all. */
  unknown: string[];
  /** False if the refusal is about no field in particular. */
  isNamed: boolean;
}

/**
 * Reads a 400 or 422; `undefined` for other failures. A field that the user set counts as unknown only if the service says so in
 * one of the forms below: a value out of range must not disable its setting. Only this and `readContextLimit` read a service's text.
 */
export function readRefusal(failure: CallFailure, sent: readonly string[]): FieldRefusal | undefined {
  if (failure.status !== 400 && failure.status !== 422) return undefined;
  const named = new Set<string>();
  const unknown = new Set<string>();
  for (const detail of readErrorDetails(failure.facts().said)) {
    const [field, ...inner] = detail.place;
    const start = detail.text.slice(0, longestRead);
    const text = start.replace(otherNames, '');
    const said = unknownNames(text);
    if (field !== undefined) named.add(field);
    if (field !== undefined && inner.length === 0 && isAboutUnknown(detail, said)) unknown.add(field);
    if (inner.length === 0 && noTools.test(start)) unknown.add('tools');
    // An error about one of our fields may mention others.
    if (field !== undefined && sent.includes(field)) continue;
    for (const one of sent) if (holdsWord(text, one)) named.add(one);
    for (const one of said) unknown.add(one);
  }
  return {
    unknown: sent.filter((field) => unknown.has(field) || (isAddedField(field) && named.has(field))),
    isNamed: [...sent, 'model', 'messages'].some((field) => named.has(field) || unknown.has(field)),
  };
}

function holdsWord(text: string, word: string): boolean {
  return new RegExp(`(?<![\\w$])${word.replace(/\W/g, '\\$&')}(?!\\w)`).test(text);
}

// pydantic 2 and 1; OpenAI; zod; Ajv and express-openapi-validator; Joi; marshmallow.
const unknownCodes =
  /\b(?:extra_forbidden|value_error\.extra|unknown_parameter|unsupported_parameter|unrecognized_keys|additionalProperties|object\.unknown)\b/;
const aField = '(?:field|parameter|param|property|key|argument)';
const unknownWord = '(?:unknown|unrecogni[sz]ed|unsupported|unexpected)';
const notKnown = 'not (?:supported|recogni[sz]ed|known|allowed|permitted|expected)';
const byModel = '(?: (?:by|for|in|on|with) (?:this|the) \\w+)?';

/** What validators say of the field at an error's place. None of it may fit a value, which is refused in other words. */
const unknownText = new RegExp(
  [
    // marshmallow, Cerberus; TypeBox; copies of OpenAI's API.
    `^(?:${unknownWord}|extra|additional)(?: request)? ${aField}s?[.!]?$`,
    // pydantic 2 and 1; Ajv; valibot.
    '^(?:extra (?:inputs are|fields) not permitted|must NOT have additional properties|invalid key: expected never)',
    // Symfony; Laravel; gateways. A "value of" or "type for" a field is none.
    `^(?:the |this )?(?:(?!(?:of|for|in|values?|types?|formats?)\\b)\\w{1,40} ){0,6}${aField} (?:is (?:${notKnown}|${unknownWord}|prohibited)|was not expected|should not exist)${byModel}[.!]?$`,
  ].join('|'),
  'i',
);

function isAboutUnknown({ place: [field = ''], code, text }: ErrorDetail, said: string[]): boolean {
  return unknownCodes.test(code) || unknownText.test(text.trim()) || said.includes(field);
}

// A refusal says what it means at its beginning, and the forms below must not take long on hostile text.
const longestRead = 4_000;

// The names that serde, Jackson and OpenAI list as known, or recommend, are not at fault.
const otherNames =
  /(?:expected one of|expected|known properties:|use|did you mean)\s+(?:[`'"][\w.]+[`'"](?:,?\s+(?:or\s+)?)?)+/gi;

const name = `[\`'"‘“]?[A-Za-z_][\\w.]{0,60}[\`'"’”]?`;
const names = `(${name}(?:(?:,| and) ?${name})*)`;
const unknownForms = [
  // OpenAI "Unknown parameter: 'x'", "Unrecognized request argument supplied: x"; serde and Go "unknown field `x`"; zod
  // "Unrecognized key(s) in object: 'x', 'y'"; llama.cpp "Unsupported param: x"; Jackson, Google "Unknown name "x"".
  `${unknownWord}(?: request)? (?:${aField}|name)s?(?:\\(s\\))?(?: supplied| in object)?:? ${names}`,
  // Bedrock.
  `extraneous key \\[${names}\\]`,
  // LiteLLM "does not support parameters: ['x', 'y']".
  `does not support parameters: \\[${names}`,
  // Python's jsonschema "Additional properties are not allowed ('x', 'y' were unexpected)".
  `\\(${names} (?:was|were) unexpected\\)`,
  // Nest "property x should not exist"; Groq "property 'x' is unsupported"; System.Text.Json.
  `property ${names} (?:should not exist|is unsupported|could not be mapped)`,
  // Joi; Groq and gateways. "The value for x is not allowed" is about the value.
  `(?:^|[:;,.([{]\\s?|(?<!\\b(?:of|for|in) (?:the )?)\\b${aField} )(${name}) is not (?:allowed|permitted|supported|recogni[sz]ed|a (?:known|valid|supported|recogni[sz]ed) ${aField})${byModel}(?=$|[.;,])`,
  // xAI.
  `${aField}s? not supported${byModel}: ${names}`,
  // voluptuous.
  `extra keys not allowed @ data\\['(${name})'\\]`,
  // Anthropic, Fireworks.
  `(${name}): extra inputs are not permitted`,
  `extra inputs are not permitted, field: (${name})`,
  // vLLM passes on pydantic's errors in Python's notation.
  `'type': 'extra_forbidden', 'loc': \\('body', (${name})`,
].map((form) => new RegExp(form, 'gi'));

// Of models that call no tools: vLLM (once for each kind of choice), llama.cpp, Ollama; Groq, Mistral; many gateways.
const noTools = new RegExp(
  [
    'requires (?:--enable-auto-tool-choice|--tool-call-parser)',
    'tools param requires --jinja',
    'does not support (?:the use of )?(?:tool|function)s?(?:[ -](?:use|calls?|calling))?\\b(?![ _-]choice)',
    '(?:tool|function)[ -](?:use|calling)`? is not (?:supported|enabled)',
  ].join('|'),
  'i',
);

function unknownNames(text: string): string[] {
  const found = unknownForms.flatMap((form) => [...text.matchAll(form)].map((match) => match[1] ?? ''));
  return found.flatMap((list) => list.match(/[A-Za-z_][\w.]*\w|[A-Za-z_]/g) ?? []);
}

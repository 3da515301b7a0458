import type { Model } from '../../api/types.ts';
import { decodeValue, type LinkParameter, splitQuery } from './linkQuery.ts';
import { isPlainName, plainPrompt } from './plainText.ts';

/** Longest name of a model or host, in UTF-16 units. */
export const maxLinkName = 1000;
/** Longest prompt, in UTF-16 units. */
const maxLinkPrompt = 20_000;
/** Longer queries are not even split: each unit of a prompt takes at most nine characters. */
const maxQuery = 10 * maxLinkPrompt;

/** The model a link leads to. */
export interface LinkedModel {
  name: string;
  /** Only needed if a LoRA and a base model have this name. */
  kind: Model['kind'] | undefined;
}

/** The text that a link puts into a composer. */
export interface LinkedPrompt {
  text: string;
  /** Invisible characters were removed. */
  hadHidden: boolean;
  /** After the prompt came something unknown, which may have been part of it. */
  hadMore: boolean;
}

interface LinkTo {
  /** With its port, if there is one; the connection is found by it. */
  host: string | undefined;
}

interface ChatLink extends LinkTo {
  is: 'chat';
  model: LinkedModel | undefined;
  prompt: LinkedPrompt | undefined;
}

interface ModelLink extends LinkTo {
  is: 'model';
  model: LinkedModel;
}

export type Link = ChatLink | ModelLink;

/** Why a link can't be opened. */
export type LinkProblem =
  | { is: 'path' | 'tooLong' | 'noName' | 'kind' }
  | { is: 'repeated' | 'unclearEnd' | 'encoding' | 'hidden'; parameter: string }
  | { is: 'longValue'; parameter: string; max: number };

/** Ends the reading of a link at its first problem. */
class Refused extends Error {
  readonly problem: LinkProblem;

  constructor(problem: LinkProblem) {
    super(problem.is);
    this.problem = problem;
  }
}

/** Reads a link from its path and query, as `vscode.Uri` has them. Anything but the known parameters is ignored. */
export function readLink(
  path: string,
  query: string,
): { ok: true; link: Link } | { ok: false; problem: LinkProblem } {
  try {
    return { ok: true, link: read(path, query) };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, problem: error.problem };
    throw error;
  }
}

function read(path: string, query: string): Link {
  const is = path.replace(/\/$/u, '');
  if (is !== '/chat' && is !== '/model') throw new Refused({ is: 'path' });
  if (query.length > maxQuery) throw new Refused({ is: 'tooLong' });
  const parameters = splitQuery(query);
  const nameOf = (parameter: string) => readName(parameters, parameter);
  const kind = readKind(nameOf('kind'));
  const host = nameOf('connection');
  if (is === '/chat') {
    const name = nameOf('model');
    return {
      is: 'chat',
      model: name === undefined ? undefined : { name, kind },
      host,
      prompt: readPrompt(parameters),
    };
  }
  const name = nameOf('name');
  if (name === undefined) throw new Refused({ is: 'noName' });
  return { is: 'model', model: { name, kind }, host };
}

/** An empty value counts as none. */
function readValue(parameters: readonly LinkParameter[], parameter: string, max: number): string | undefined {
  const [one, ...more] = parameters.filter(({ name }) => name === parameter);
  if (more.length > 0) throw new Refused({ is: 'repeated', parameter });
  const value = one && decodeValue(one.value);
  if (one && value === undefined) throw new Refused({ is: 'encoding', parameter });
  if (value !== undefined && value.length > max) throw new Refused({ is: 'longValue', parameter, max });
  return value || undefined;
}

/** A name with an `&` is only clear if it was encoded twice: else it could be cut there, and be another model's. */
function readName(parameters: readonly LinkParameter[], parameter: string): string | undefined {
  const isUnclear = parameters.some(({ name, value }) => name === parameter && value.includes('&'));
  if (isUnclear) throw new Refused({ is: 'unclearEnd', parameter });
  const name = readValue(parameters, parameter, maxLinkName);
  if (name !== undefined && !isPlainName(name)) throw new Refused({ is: 'hidden', parameter });
  return name;
}

function readKind(kind: string | undefined): Model['kind'] | undefined {
  if (kind === undefined || kind === 'lora' || kind === 'baseModel') return kind;
  throw new Refused({ is: 'kind' });
}

const chatParameters = new Set(['model', 'prompt', 'connection', 'kind']);

function readPrompt(parameters: readonly LinkParameter[]): LinkedPrompt | undefined {
  const value = readValue(parameters, 'prompt', maxLinkPrompt);
  if (value === undefined) return undefined;
  const { text, hadHidden } = plainPrompt(value);
  if (text.trim() === '') return undefined;
  const after = parameters.slice(parameters.findIndex(({ name }) => name === 'prompt'));
  return { text, hadHidden, hadMore: after.some(({ name }) => !chatParameters.has(name)) };
}

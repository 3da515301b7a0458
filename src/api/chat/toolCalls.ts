import { parsedJson } from '../../base/json.ts';
import type { ChatEvent } from '../types.ts';

type AssembledCall = Omit<Extract<ChatEvent, { type: 'toolCall' }>, 'type'>;

/** The part of a tool call in one chunk. */
export interface ToolCallPart {
  index: number | undefined;
  id: string | undefined;
  name: string | undefined;
  arguments: string | undefined;
}

interface OpenCall {
  wireIndex: number | undefined;
  id: string | undefined;
  name: string;
  parts: string[];
}

/**
 * Assembles tool calls from their parts. Services differ: indexes may start at 1, be missing, or be 0 for every call; so a new
 * id under a known index starts another call, and where there are no ids, a name after whole arguments does. Events number the calls
 * from 0.
 */
export class ToolCallAssembler {
  readonly #calls: OpenCall[] = [];
  #taken = 0;

  /** Returns true if the part began another call. */
  add(part: ToolCallPart): boolean {
    const known = this.#find(part);
    const call: OpenCall = known ?? { wireIndex: part.index, id: part.id, name: '', parts: [] };
    if (!known) this.#calls.push(call);
    call.id ??= part.id;
    // The name is never split, and some services repeat it in each part.
    if (call.name === '' && part.name !== undefined) call.name = part.name;
    if (part.arguments !== undefined) call.parts.push(part.arguments);
    return known === undefined;
  }

  /** Returns the calls so far; if the answer was cut off, only those with complete arguments. */
  take(isComplete: boolean): AssembledCall[] {
    const calls = this.#calls.splice(0).map(({ id, name, parts }) => {
      const index = this.#taken++;
      return { index, id: id ?? `call_${index}`, name, arguments: parts.join('') };
    });
    const isWhole = (args: string) => isComplete || parsedJson(args) !== undefined;
    return calls.filter((call) => call.name !== '' && isWhole(call.arguments));
  }

  #find({ index, id, ...part }: ToolCallPart): OpenCall | undefined {
    const call =
      index === undefined && id !== undefined
        ? this.#calls.findLast((one) => one.id === id)
        : index === undefined
          ? this.#calls.at(-1)
          : this.#calls.findLast((one) => one.wireIndex === index);
    if (call?.id !== undefined && id !== undefined && call.id !== id) return undefined;
    const isNext = call && id === undefined && part.name !== undefined && part.arguments !== undefined;
    return isNext && parsedJson(call.parts.join('')) !== undefined ? undefined : call;
  }
}

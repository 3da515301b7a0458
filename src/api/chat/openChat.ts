import type { Answer } from '../answer/readJson.ts';
import { type Call, openAnswer, type Sender } from '../call/openAnswer.ts';
import { addedFields } from '../config/chatFields.ts';
import { CallFailure } from '../errors/errorMapping.ts';
import type { ChatRequest } from '../types.ts';
import { chatBody } from './chatRequestWire.ts';
import { type RefusedFields, readRefusal } from './refusedFields.ts';

// A refusal that names a field is progress, and no try: a service may name each of our fields in an answer of its own.
const maxTries = 5;

/**
 * Sends a chat request. Fields that the service says it doesn't know are left out at once and from then on for that model. If a
 * refusal names none of our fields, a model that has never answered is tried without those that we add: first
 * `stream_options`, then `stream`. What worked is remembered; if nothing does, the first refusal is thrown.
 */
export async function openChat(
  sender: Sender,
  call: Call,
  request: ChatRequest & { wireName: string },
  refused: RefusedFields,
): Promise<Answer> {
  const { model, wireName, ...rest } = request;
  const sent = { ...rest, model: wireName };
  const whole = chatBody(sent);
  const tries = { left: maxTries };
  const told = new Set<string>();
  const onTrial = new Set<string>();
  let first: CallFailure | undefined;
  for (;;) {
    const left = [...refused.of(model), ...onTrial];
    const json = left.length === 0 ? whole : chatBody(sent, left);
    if (json !== whole)
      for (const field of optionalFields(whole)) if (!Object.hasOwn(json, field)) tell(field);
    const body = writeBody(json, `POST ${call.path}`);
    call.options.onSent?.(body, wireName);
    try {
      const answer = await openAnswer(sender, { ...call, body, tries });
      refused.add(model, onTrial);
      refused.setAnswered(model);
      return answer;
    } catch (failure) {
      const refusal = failure instanceof CallFailure ? readRefusal(failure, optionalFields(json)) : undefined;
      if (!(failure instanceof CallFailure) || refusal === undefined) throw failure;
      if (refusal.isNamed) first = undefined;
      first ??= failure;
      refused.add(model, refusal.unknown);
      if (refusal.unknown.length > 0) tries.left += 1;
      const trial =
        refusal.isNamed || refused.hasAnswered(model)
          ? undefined
          : addedFields.find((field) => Object.hasOwn(json, field));
      if (trial !== undefined) onTrial.add(trial);
      else if (refusal.unknown.length === 0) throw first;
      if (tries.left === 0) throw first;
    }
  }

  function tell(field: string): void {
    if (told.has(field)) return;
    told.add(field);
    call.options.onDropped?.(field);
  }
}

function optionalFields(json: Record<string, unknown>): string[] {
  return Object.keys(json).filter((field) => field !== 'model' && field !== 'messages');
}

function writeBody(json: Record<string, unknown>, endpoint: string): string {
  try {
    return JSON.stringify(json);
  } catch {
    // A cycle or a bigint in `extra` or in a tool's parameters; the error would quote it.
    throw new CallFailure({ endpoint, secrets: [] }, 'badRequest', 'The request cannot be written as JSON');
  }
}

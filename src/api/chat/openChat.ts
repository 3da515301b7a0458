import type { Answer } from '../answer/goodAnswer.ts';
import { type Call, openAnswer, type Sender } from '../call/openAnswer.ts';
import { CallFailure } from '../errors/callFailure.ts';
import { serviceError } from '../errors/errorMapping.ts';
import type { ChatRequest } from '../types.ts';
import { buildChatBody } from './chatRequestWire.ts';
import { findRefusedField, type RefusedFields } from './refusedFields.ts';

/** Sends a chat request; if the service refuses a field, resends it once without, and omits it for that model from then on. */
export async function openChat(
  sender: Sender,
  call: Call,
  request: ChatRequest,
  refused: RefusedFields,
): Promise<Answer> {
  const { model } = request;
  const { onDropped } = call.options;
  const whole = buildChatBody(request);
  const first = buildChatBody(request, refused.of(model));
  for (const field of whole.fields) if (refused.of(model).has(field)) onDropped?.(field);
  try {
    return await send(first.json);
  } catch (failure) {
    const field = learn(failure, first.fields);
    if (field === undefined) throw failure;
    onDropped?.(field);
  }
  const second = buildChatBody(request, refused.of(model));
  try {
    return await send(second.json);
  } catch (failure) {
    learn(failure, second.fields);
    throw failure;
  }

  function send(json: Record<string, unknown>): Promise<Answer> {
    const body = writeBody(json, call.endpoint);
    call.options.onSent?.(body);
    return openAnswer(sender, { ...call, body });
  }

  function learn(failure: unknown, sent: readonly string[]): string | undefined {
    const field = failure instanceof CallFailure ? findRefusedField(failure, sent) : undefined;
    if (field !== undefined) refused.add(model, field);
    return field;
  }
}

function writeBody(json: Record<string, unknown>, endpoint: string): string {
  try {
    return JSON.stringify(json);
  } catch {
    // A cycle or a bigint in `extra` or in a tool's parameters; the error would quote it.
    throw serviceError({ endpoint, secrets: [] }, 'badRequest', 'The request cannot be written as JSON');
  }
}

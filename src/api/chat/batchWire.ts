import { isObject } from '../../base/json.ts';
import { readErrorJson, readErrorText } from '../answer/errorBody.ts';
import { kindOfStatus } from '../errors/errorMapping.ts';
import { cleanServerText } from '../errors/serverText.ts';
import type { ServiceErrorKind } from '../serviceError.ts';
import type { ChatRequest, ToolCall } from '../types.ts';
import { AnswerBuilder, type Usage } from './answerBuilder.ts';
import { readChatJson } from './chatAnswerWire.ts';
import { chatBody, writeMessage } from './chatRequestWire.ts';

export { type Usage, writeMessage };

/** One result of a batch: an answer, or why there is none. */
export interface BatchAnswer {
  customId: string;
  text?: string;
  toolCalls?: ToolCall[];
  reasoning?: string;
  finishReason?: string;
  usage?: Usage;
  /** The model that answered, as the engine names it. */
  model?: string;
  requestId?: string;
  failure?: BatchFailure;
}

export interface BatchFailure {
  kind: ServiceErrorKind;
  status?: number;
  message: string;
}

/** Returns a line of a batch's input, without a line break. A batch is never streamed. */
export function batchRequest(customId: string, request: ChatRequest): string {
  const body = chatBody(request, ['stream']);
  return JSON.stringify({ custom_id: customId, method: 'POST', url: '/v1/chat/completions', body });
}

/**
 * Reads a line of a batch's output, already parsed; `undefined` if it is none. What decides is `status_code`, since many engines leave
 * `error` null for a request that failed; vLLM's early versions have the completion itself as `response`.
 */
export function readBatchAnswer(json: unknown): BatchAnswer | undefined {
  if (!isObject(json) || typeof json.custom_id !== 'string') return undefined;
  if (!('response' in json) && !('error' in json)) return undefined;
  const { custom_id: customId, response, error } = json;
  const { status_code, request_id, body } = isObject(response) ? response : {};
  const completion = isObject(response) && Array.isArray(response.choices) ? response : body;
  const status = readStatus(status_code);
  const requestId = typeof request_id === 'string' ? cleanServerText(request_id, []) : undefined;
  const about = { customId, ...(requestId !== undefined && { requestId }) };
  const builder = new AnswerBuilder();
  const isAnswered = (status ?? 200) < 400 && readChatJson(completion, builder);
  if (!isAnswered) return { ...about, failure: readFailure([error, completion], status) };
  builder.done();
  const model = isObject(completion) && typeof completion.model === 'string' ? completion.model : undefined;
  return { ...about, ...readAnswer(builder), ...(model !== undefined && { model }) };
}

const maxReasonLength = 100;

function readAnswer(builder: AnswerBuilder): Partial<BatchAnswer> {
  const answer: Partial<BatchAnswer> & { text: string; reasoning: string } = { text: '', reasoning: '' };
  for (const event of builder.end()) {
    if (event.type === 'text') answer.text += event.text;
    else if (event.type === 'reasoning') answer.reasoning += event.text;
    else if (event.type === 'reasoned')
      [answer.reasoning, answer.text] = [answer.reasoning + answer.text, ''];
    else if (event.type === 'toolCall') {
      const { type: _type, index: _index, ...call } = event;
      answer.toolCalls = [...(answer.toolCalls ?? []), call];
    } else if (event.type === 'usage') {
      const { promptTokens, completionTokens, totalTokens } = event;
      answer.usage = { promptTokens, completionTokens, totalTokens };
    } else if (event.type === 'finish' && event.reason !== undefined)
      answer.finishReason = event.reason.slice(0, maxReasonLength);
  }
  return answer;
}

/** Some engines write numbers as text. */
function readStatus(status: unknown): number | undefined {
  const value = Number(status);
  return Number.isInteger(value) && value >= 100 && value <= 599 ? value : undefined;
}

/** Says why there is no answer: in the first place of several that says anything. */
function readFailure(places: unknown[], given: number | undefined): BatchFailure {
  const said = places.map((place) =>
    typeof place === 'string' ? readErrorText(place) : readErrorJson(place),
  );
  const isFailure = given !== undefined && given >= 300;
  const status = isFailure ? given : said.map((content) => content.status).find((one) => one !== undefined);
  const message = said.map((content) => cleanServerText(withoutKey(content.message), [])).find((one) => one);
  return {
    kind: status === undefined ? 'server' : status < 400 ? 'redirect' : kindOfStatus(status),
    ...(status !== undefined && { status }),
    message: message ?? 'The engine gave neither an answer nor an error.',
  };
}

/** Hides the key in an error: a script may quote the header that it could not send. */
function withoutKey(message = ''): string {
  return message.replace(/\bBearer\s+\S+/giu, 'Bearer ***');
}

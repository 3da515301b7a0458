import { baseOf, hasModel } from './catalog.ts';
import { type ChatRequest, readChatRequest } from './chatRequest.ts';
import { sendExactStream, sendStream } from './chatStream.ts';
import { type Completion, composeCompletion, joinDeltas } from './completion.ts';
import type { Exchange } from './exchange.ts';
import type { FaultOf } from './faults/serviceFault.ts';
import { isRecord } from './faults/serviceFaultList.ts';
import { type Faulty, type ValidatorAnswer, validators } from './faults/validators.ts';
import { createPace } from './pace.ts';
import { writeSampleText } from './sampleText.ts';
import type { scoredAnswers } from './scoredAnswers.ts';
import { relayChat, type Upstream } from './upstream.ts';
import type { Catalog } from './wire.ts';

export interface ChatSettings {
  catalog: Catalog;
  seed: number;
  tokensPerSecond: () => number;
  loraSpeed: number;
  upstream: Upstream | undefined;
  /** Instead of the sample texts, answers that are right or wrong. */
  scored: ReturnType<typeof scoredAnswers>;
  /** Returns the model that answers to a name in a request, if that may be another one; `undefined` if none does. */
  addressed?: (name: string) => string | undefined;
}

/** `POST /api/v1/chat/completions` (4.1). */
export async function answerChat(exchange: Exchange, settings: ChatSettings): Promise<void> {
  const asked = acceptRequest(exchange, settings);
  if (asked === undefined) return;
  const request = { ...asked, model: settings.addressed?.(asked.model) ?? asked.model };
  if (settings.upstream) return relayChat(exchange, settings.upstream);

  const exact = exchange.takeFault(['sse']);
  if (exact) return sendExactStream(exchange, exact);
  const completion = compose(exchange, request, settings);
  const head = {
    id: `chatcmpl-${exchange.response.getHeader('x-request-id')}`,
    created: Math.floor(Date.now() / 1000),
    model: asked.model,
  };
  const speed = baseOf(settings.catalog, request.model) === undefined ? 1 : settings.loraSpeed;
  const pace = createPace(() => settings.tokensPerSecond() * speed, exchange.gone);
  if (!request.isStream || exchange.takeFault(['json'])) {
    // A whole completion takes as long as its tokens do.
    for (const _ of completion.deltas) await pace();
    const message = joinDeltas(completion.deltas);
    const choices = [{ index: 0, message, finish_reason: completion.finishReason }];
    exchange.sendJson(200, { ...head, object: 'chat.completion', choices, usage: completion.usage });
    return;
  }
  await sendStream(exchange, {
    head,
    completion,
    pace,
    sendsUsage: request.includesUsage && completion.usage !== undefined,
    ending: exchange.takeFault(['cut', 'end', 'stall', 'errorEvent']),
  });
}

/** Returns the request; `undefined` after refusing it. */
function acceptRequest(
  exchange: Exchange,
  { catalog, addressed = (name) => name }: Pick<ChatSettings, 'catalog' | 'addressed'>,
): ChatRequest | undefined {
  const { json } = exchange;
  if (!/^application\/json\b/i.test(exchange.request.headers['content-type'] ?? '')) {
    exchange.sendError(415, 'The content type must be application/json.');
    return undefined;
  }
  if (json === undefined) {
    exchange.sendError(400, 'The body is not a JSON object.');
    return undefined;
  }
  const refused = exchange.takeFault(['refuseField'], (fault) => json[fault.field] !== undefined);
  if (refused) {
    const message = `Unsupported parameter: '${refused.field}' is not supported by this model.`;
    exchange.sendError(400, message, { param: refused.field, code: 'unsupported_parameter' });
    return undefined;
  }
  const invalid = findInvalid(exchange, json);
  if (invalid) {
    const { status, body } = invalid;
    if (typeof body === 'string')
      exchange.sendText(status, body, { 'content-type': 'text/plain; charset=utf-8' });
    else exchange.sendJson(status, body);
    return undefined;
  }
  const noImages = exchange.takeFault(['refuseImages'], () => holdsImage(json['messages']));
  if (noImages) {
    const message = "'content' must be a string: this model does not support image input.";
    exchange.sendError(noImages.status ?? 400, message, { param: 'messages' });
    return undefined;
  }
  const request = readChatRequest(json);
  if ('message' in request) {
    exchange.sendError(400, request.message, { param: request.param });
    return undefined;
  }
  if (!hasModel(catalog, addressed(request.model) ?? '')) {
    const details = { param: 'model', code: 'model_not_found' };
    exchange.sendError(404, `The model '${request.model}' does not exist.`, details);
    return undefined;
  }
  return request;
}

function findInvalid(exchange: Exchange, json: Record<string, unknown>): ValidatorAnswer | undefined {
  const check = exchange.takeFault(['validate'], (fault) => isFaulty(faultsOf(fault, json)));
  return check && validators[check.as](faultsOf(check, json));
}

function faultsOf({ knows = [], limits = {} }: FaultOf<'validate'>, json: Record<string, unknown>): Faulty {
  const known = ['model', 'messages', ...knows];
  return {
    unknown: Object.keys(json).filter((field) => !known.includes(field)),
    tooLarge: Object.entries(limits)
      .filter(([field, limit]) => Number(json[field]) > limit)
      .map(([field, limit]) => ({ field, limit })),
    known,
  };
}

function isFaulty({ unknown, tooLarge }: Faulty): boolean {
  return unknown.length > 0 || tooLarge.length > 0;
}

function holdsImage(messages: unknown): boolean {
  const contents = Array.isArray(messages) ? messages.map((one) => isRecord(one) && one['content']) : [];
  return contents.flat().some((part) => isRecord(part) && part['type'] === 'image_url');
}

function compose(
  exchange: Exchange,
  request: ChatRequest,
  { catalog, seed, scored }: Pick<ChatSettings, 'catalog' | 'seed' | 'scored'>,
): Completion {
  const answer = exchange.takeFault(['answer']);
  const toolCalls = exchange.takeFault(['toolCalls']);
  const base = exchange.takeFault(['answersWithBase']) && baseOf(catalog, request.model);
  const sample = () => {
    if (toolCalls) return '';
    const model = base ?? request.model;
    return (
      scored(model, baseOf(catalog, model) !== undefined, request.prompt) ??
      writeSampleText(seed, model, request.prompt)
    );
  };
  const given = typeof answer?.text === 'function' ? answer.text(request.model) : answer?.text;
  return composeCompletion(request, given ?? sample(), {
    toolCalls,
    reasoning: exchange.takeFault(['reasoning']),
    lengthAfter: exchange.takeFault(['lengthAfter']),
    withoutUsage: exchange.takeFault(['noUsage']) !== undefined,
  });
}

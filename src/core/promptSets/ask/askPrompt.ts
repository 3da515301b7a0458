import type { ChatMessage, ChatRequest, OnWait } from '../../../api/types.ts';
import { defined } from '../../../base/defined.ts';
import type { ChatService } from '../../chats/session/chatChange.ts';
import type { ChatSettings } from '../../chats/tree/chatSettings.ts';
import { type ExchangeResult, runExchange } from '../../exchange/exchange.ts';
import type { SentRequest } from '../../exchange/exchangeFields.ts';
import { type Asked, withTools } from '../prompt.ts';
import type { RunCell, RunModel, RunResult } from '../run/runRecord.ts';

/** What a run needs of the chats' service. */
export type AskService = Pick<
  ChatService,
  'streamChat' | 'isFirstRequest' | 'noteAnswer' | 'deployment' | 'readKept'
>;

export interface AskOptions {
  model: RunModel;
  settings: ChatSettings;
  service: AskService;
  signal: AbortSignal;
  onWait: OnWait;
}

/** Asks a model a prompt, as a chat does. Never rejects: the result says how it ended. */
export async function askPrompt(
  prompt: Asked,
  { model, settings, service, signal, onWait }: AskOptions,
): Promise<Omit<RunResult, 'v' | 'is' | keyof RunCell | 'attempt'>> {
  let [text, reasoning] = ['', ''];
  let sent: SentRequest = {};
  const deployment = service.deployment(model);
  const ended = await runExchange(
    service.streamChat(model.connectionId),
    promptRequest(model.name, settings, prompt),
    {
      signal,
      isFirstRequest: service.isFirstRequest(model),
      onFirstContent: () => service.noteAnswer(model),
      onContent: (moreText, moreReasoning) => {
        text += moreText;
        reasoning += moreReasoning;
      },
      onTextReasoned: () => {
        [text, reasoning] = ['', reasoning + text];
      },
      onSent: (now) => {
        sent = now;
      },
      onWait,
    },
  );
  const { finishReason, reasoningMs, toolCalls } = ended;
  const { state, error } = withoutTools(prompt, ended);
  const { systemPrompt: _asked, ...rest } = settings;
  const droppedFields = ended.droppedFields.length > 0 ? ended.droppedFields : undefined;
  return {
    at: Date.now(),
    state,
    text,
    reasoning,
    figures: ended.figures,
    settings: rest,
    sent,
    ...defined({ finishReason, reasoningMs, toolCalls, error, droppedFields, deployment }),
  };
}

/** Without its tools a prompt is another question: that the service refused them is a failure. */
function withoutTools({ offered }: Asked, ended: ExchangeResult): Pick<ExchangeResult, 'state' | 'error'> {
  if (!offered || !ended.droppedFields.includes('tools')) return ended;
  const error = { kind: 'badRequest', status: 400, serverMessage: 'The service takes no tools.' } as const;
  return { state: 'failed', error };
}

/** Returns the request of a prompt. Its own system message takes the place of the settings' one. */
export function promptRequest(
  model: string,
  { systemPrompt, ...settings }: ChatSettings,
  prompt: Asked,
): ChatRequest {
  const hasOwn = prompt.messages.some(({ role }) => role === 'system');
  const system: ChatMessage[] = systemPrompt && !hasOwn ? [{ role: 'system', content: systemPrompt }] : [];
  return { model, messages: [...system, ...prompt.messages], ...withTools(settings, prompt) };
}

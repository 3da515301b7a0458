import * as vscode from 'vscode';
import type { ChatRequest } from '../../api/types.ts';
import { cleanText } from '../../core/cleanText.ts';
import { readModelOptions } from '../../core/languageModels/modelOptions.ts';
import type { Offer } from '../../core/languageModels/offers.ts';
import { requestMessages } from '../../core/languageModels/requestMessages.ts';
import { toolParameters } from '../../core/languageModels/toolJson.ts';
import { t } from '../shared/text/t.ts';
import { readMessages } from './readMessages.ts';
import { failed } from './requestError.ts';

type Message = vscode.LanguageModelChatRequestMessage;

/** Builds the service's request from one of VS Code. Throws an error with words for the user if a part can't be sent. */
export function offeredRequest(
  { name: model, tools: toolUse }: Offer,
  said: readonly Message[],
  { tools = [], toolMode, modelOptions }: vscode.ProvideLanguageModelChatResponseOptions,
  reasoning: Parameters<typeof requestMessages>[1],
): ChatRequest {
  const messages = requestMessages(readMessages(said, { onUnknown: refuse }), reasoning);
  const request = { ...readModelOptions(modelOptions), model, messages };
  if (tools.length === 0 || toolUse === 'off') return request;
  return {
    ...request,
    tools: tools.map(({ name, description, inputSchema }) => ({
      name,
      ...(description && { description }),
      parameters: toolParameters(inputSchema),
    })),
    ...(toolMode === vscode.LanguageModelChatToolMode.Required && { toolChoice: 'required' as const }),
  };
}

/** Returns the ids of the tool calls in a conversation. */
export function callsIn({ messages }: ChatRequest): ReadonlySet<string> {
  return new Set(messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id)));
}

function refuse(mimeType: string): never {
  throw failed(
    t(
      'Only text and pictures can be sent, and the message holds {0}. Remove it and send again.',
      cleanText(mimeType, 60),
    ),
  );
}

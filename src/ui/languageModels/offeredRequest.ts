import * as vscode from 'vscode';
import type { ChatRequest } from '../../api/types.ts';
import { cleanText } from '../../core/cleanText.ts';
import { extraFields } from '../../core/languageModels/extraFields.ts';
import { readModelOptions } from '../../core/languageModels/modelOptions.ts';
import type { Offer } from '../../core/languageModels/offers.ts';
import { requestMessages } from '../../core/languageModels/requestMessages.ts';
import { toolParameters } from '../../core/languageModels/toolJson.ts';
import { extraFieldsSetting } from '../shared/settings.ts';
import { t } from '../shared/text/t.ts';
import { readMessages } from './readMessages.ts';
import { failed } from './requestError.ts';

type Message = vscode.LanguageModelChatRequestMessage;

interface ResponseOptions extends vscode.ProvideLanguageModelChatResponseOptions {
  /** What the user chose for the model in VS Code, by `configurationSchema`; not in 1.110. */
  modelConfiguration?: { readonly reasoningEffort?: unknown };
}

/** Builds the service's request from one of VS Code. Throws an error with words for the user if a part can't be sent. */
export function offeredRequest(
  { name: model, tools: toolUse, reasoningEfforts }: Offer,
  said: readonly Message[],
  { tools = [], toolMode, modelOptions, modelConfiguration }: ResponseOptions,
  reasoning: Parameters<typeof requestMessages>[1],
): ChatRequest {
  const messages = requestMessages(readMessages(said, { onUnknown: refuse }), reasoning);
  const options = readModelOptions(modelOptions);
  const effort = reasoningEfforts.find((one) => one === modelConfiguration?.reasoningEffort);
  const extra = {
    ...extraFields(extraFieldsSetting.value, model),
    ...(effort !== undefined && { reasoning_effort: effort }),
    ...options.extra,
  };
  const request = { ...options, extra, model, messages };
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

function refuse(mimeType: string): never {
  throw failed(
    t(
      'Only text and pictures can be sent, and the message holds {0}. Remove it and send again.',
      cleanText(mimeType, 60),
    ),
  );
}

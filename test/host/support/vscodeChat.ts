import * as vscode from 'vscode';
import type { RunningService } from '../../service/service.ts';
import { setUser } from './connectionSettings.ts';
import { liveExtension } from './extension.ts';
import { within } from './waiting.ts';

/** The extension's models as any other extension gets them, through `vscode.lm`. */
export interface VscodeChat {
  service: RunningService;
  model: vscode.LanguageModelChat;
}

type Setting = { name: string; tools?: 'auto' | 'on' | 'off' };

/** Adds models of the live extension's service to VS Code's chat, and returns VS Code's list of them. */
export async function offer(models: readonly Setting[]): Promise<vscode.LanguageModelChat[]> {
  const { connectionId: connection } = await liveExtension();
  await vscode.commands.executeCommand('hostedModels.refreshModels');
  const entries = models.map((one) => ({ connection, ...one }));
  await setUser('hostedModels', 'vscodeChat.models', entries.length > 0 ? entries : undefined);
  return listed();
}

/** What VS Code lists of ours. */
export async function listed(): Promise<vscode.LanguageModelChat[]> {
  return within(vscode.lm.selectChatModels({ vendor: 'hosted-models' }), 'VS Code lists our models');
}

/** One model in VS Code's chat; nothing is offered after the suite. */
export function useVscodeChat(setting: Setting): () => VscodeChat {
  let chat: VscodeChat | undefined;
  before(async () => {
    const { service } = await liveExtension();
    const [model] = await offer([setting]);
    if (!model) throw new Error('VS Code does not list the model.');
    chat = { service, model };
  });
  beforeEach(() => {
    chat?.service.clearFaults();
    chat?.service.clearRequests();
  });
  after(async () => {
    chat?.service.clearFaults();
    await offer([]);
  });
  return () => {
    if (!chat) throw new Error('The chat is there while a test runs only.');
    return chat;
  };
}

export interface Answered {
  text: string;
  calls: vscode.LanguageModelToolCallPart[];
  thinking: string;
  usage: unknown;
}

/** Sends a request and gathers all that is answered, in order of kinds. */
export async function ask(
  model: vscode.LanguageModelChat,
  messages: string | readonly vscode.LanguageModelChatMessage[],
  options: vscode.LanguageModelChatRequestOptions = {},
  token?: vscode.CancellationToken,
): Promise<Answered> {
  const said =
    typeof messages === 'string' ? [vscode.LanguageModelChatMessage.User(messages)] : [...messages];
  const response = await within(model.sendRequest(said, options, token), 'the request is taken');
  const answered: Answered = { text: '', calls: [], thinking: '', usage: undefined };
  for await (const part of response.stream) {
    if (part instanceof vscode.LanguageModelTextPart) answered.text += part.value;
    else if (part instanceof vscode.LanguageModelToolCallPart) answered.calls.push(part);
    else if (part instanceof vscode.LanguageModelDataPart) {
      if (part.mimeType === 'usage') answered.usage = JSON.parse(new TextDecoder().decode(part.data));
    } else if (isThinking(part)) answered.thinking += part.value;
  }
  return answered;
}

function isThinking(part: unknown): part is { value: string } {
  const { LanguageModelThinkingPart: Part } = vscode as { LanguageModelThinkingPart?: new () => object };
  return Part !== undefined && part instanceof Part;
}

/** The body of the next chat request that the service gets. */
export async function nextBody(service: RunningService): Promise<Record<string, unknown>> {
  const { body } = await within(
    service.nextRequest(({ path }) => path === '/api/v1/chat/completions'),
    'a chat request',
  );
  return JSON.parse(body) as Record<string, unknown>;
}

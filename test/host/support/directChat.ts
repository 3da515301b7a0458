import * as vscode from 'vscode';
import { LanguageModels } from '../../../src/ui/languageModels/languageModels.ts';
import type { OfferedInformation } from '../../../src/ui/languageModels/offeredInformation.ts';
import type { Fault } from '../../service/service.ts';
import { setUser } from './connectionSettings.ts';
import { perTest } from './perTest.ts';
import { within } from './waiting.ts';
import { load, useWorld, type World } from './world.ts';

type Message = vscode.LanguageModelChatRequestMessage;
type Options = Partial<vscode.ProvideLanguageModelChatResponseOptions> & { modelConfiguration?: object };
type Kind = 'text' | 'thinking' | 'call' | 'usage' | 'other';

/** A part of an answer: its kind, and what it says. */
export type Part = [kind: Kind, content: unknown];

/** A model as the setting has it; without a connection, the world's own. */
export interface Setting {
  name: string;
  connection?: string;
  tools?: 'auto' | 'on' | 'off';
  images?: boolean;
  reasoningEfforts?: string[];
}

export const onChat = 'POST /api/v1/chat/completions';
export const role = { user: 1, assistant: 2, system: 3 } as const;

/** What VS Code sends of one message. Its types don't know the role of a system message. */
export function message(said: keyof typeof role, ...parts: unknown[]): Message {
  const content = parts.map((part) =>
    typeof part === 'string' ? new vscode.LanguageModelTextPart(part) : part,
  );
  return { role: role[said] as Message['role'], content: content as Message['content'], name: undefined };
}

/** A part of reasoning, where this VS Code has the class. */
export function thinking(value: string | string[]): unknown {
  const { LanguageModelThinkingPart: Part } = vscode as {
    LanguageModelThinkingPart?: new (value: string | string[]) => object;
  };
  if (!Part) throw new Error('This VS Code has no part for reasoning.');
  return new Part(value);
}

/** Chooses models for VS Code's chat. */
export async function choose(
  { connection: { id: connection } }: Pick<World, 'connection'>,
  models: readonly Setting[],
): Promise<void> {
  const entries = models.map((one) => ({ connection, ...one }));
  await setUser('hostedModels', 'vscodeChat.models', entries);
}

export async function chooseNone(): Promise<void> {
  await setUser('hostedModels', 'vscodeChat.models', undefined);
}

/** The provider as VS Code calls it, in a world of its own. */
export class DirectChat {
  readonly world: World;
  readonly models: LanguageModels;
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when the provider says that its list changed. */
  readonly onDidChange = this.#changed.event;
  changes = 0;

  constructor(world: World) {
    this.world = world;
    this.models = new LanguageModels(world, () => {
      this.changes += 1;
      this.#changed.fire();
    });
  }

  list(silent = true): Promise<OfferedInformation[]> {
    return within(this.models.provideLanguageModelChatInformation({ silent }), 'the list');
  }

  /** Why there is no list. */
  async status(): Promise<string> {
    try {
      return `${(await this.list()).length} models`;
    } catch (error) {
      if (error instanceof Error) return error.message;
      throw error;
    }
  }

  fail(fault: Fault extends infer One ? (One extends Fault ? Omit<One, 'on'> : never) : never): void {
    this.world.service.fail({ ...fault, on: onChat } as Fault);
  }

  /** Sends a request to the first model, and returns what came in order; text that came in several parts as one. */
  async ask(
    messages: string | readonly Message[],
    options: Options = {},
    token: vscode.CancellationToken = new vscode.CancellationTokenSource().token,
    parts: Part[] = [],
  ): Promise<Part[]> {
    const [model] = await this.list();
    if (!model) throw new Error('No model is listed.');
    return this.askOf(model, messages, options, token, parts);
  }

  /** `parts` gets what came, even if the request fails. */
  async askOf(
    model: OfferedInformation,
    messages: string | readonly Message[],
    options: Options = {},
    token: vscode.CancellationToken = new vscode.CancellationTokenSource().token,
    parts: Part[] = [],
  ): Promise<Part[]> {
    const said = typeof messages === 'string' ? [message('user', messages)] : messages;
    const all = { toolMode: vscode.LanguageModelChatToolMode.Auto, requestInitiator: 'test', ...options };
    const progress = {
      report: (part: vscode.LanguageModelResponsePart) => addPart(parts, describePart(part)),
    };
    const answered = this.models.provideLanguageModelChatResponse(model, said, all, progress, token);
    await within(answered, 'the answer');
    return parts;
  }

  /** The bodies of the chat requests so far. */
  get bodies(): Record<string, unknown>[] {
    const chats = this.world.service.requests.filter(({ path }) => path.endsWith('/completions'));
    return chats.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  }

  /** The messages of the last chat request, as sent. */
  get messages(): unknown {
    return this.bodies.at(-1)?.['messages'];
  }

  dispose(): void {
    this.models.dispose();
    this.#changed.dispose();
  }
}

/** The words of an answer. */
export function textIn(parts: readonly Part[]): string {
  return parts.flatMap(([kind, content]) => (kind === 'text' ? [content] : [])).join('');
}

/** A world for each test with its lists loaded and one model in VS Code's chat, unless other settings are given. */
export function useDirectChat(
  settings: readonly Setting[] = [{ name: 'support-tone-v7' }],
): () => DirectChat {
  const world = useWorld({}, true);
  after(chooseNone);
  return perTest(
    async () => {
      await load(world());
      await choose(world(), settings);
      world().service.clearRequests();
      return new DirectChat(world());
    },
    (chat) => chat.dispose(),
  );
}

/** Text that comes in several parts is one. */
export function addPart(parts: Part[], part: Part): void {
  const last = parts.at(-1);
  const isMore = last && last[0] === part[0] && (part[0] === 'text' || part[0] === 'thinking');
  if (isMore) last[1] = `${String(last[1])}${String(part[1])}`;
  else parts.push(part);
}

export function describePart(part: unknown): Part {
  if (part instanceof vscode.LanguageModelTextPart) return ['text', part.value];
  if (part instanceof vscode.LanguageModelToolCallPart) {
    return ['call', { id: part.callId, name: part.name, input: part.input }];
  }
  if (part instanceof vscode.LanguageModelDataPart && part.mimeType === 'usage') {
    return ['usage', JSON.parse(new TextDecoder().decode(part.data))];
  }
  const { LanguageModelThinkingPart: Part } = vscode as {
    LanguageModelThinkingPart?: new () => { value: string };
  };
  return Part && part instanceof Part ? ['thinking', part.value] : ['other', part];
}

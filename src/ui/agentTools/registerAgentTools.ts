import * as vscode from 'vscode';
import { getInput, listInput, ToolInputError } from '../../core/agentTools/toolInput.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { shownName } from '../../core/shownName.ts';
import type { Connections } from '../connections/connections.ts';
import type { Lazy } from '../shared/lazy.ts';
import { parsed } from '../shared/parsed.ts';
import { plainMarkdown } from '../shared/text/plainMarkdown.ts';
import type { AgentTools } from './agentTools.ts';
import { connectionsMeant } from './connectionsMeant.ts';

type Answer = (input: unknown, signal: AbortSignal) => Promise<string>;

/** The question before a call: for what, and from which connections something leaves. */
interface Question {
  title: string;
  meant: readonly Connection[];
}

/**
 * Registers the tools that language models may call in VS Code's chat; their code is loaded with the first call. Both ask
 * for confirmation, as VS Code's guide wants it of every extension's tool: they change nothing, but what they answer goes to
 * the chat's model, which another vendor may run. People can allow them for good in the question itself.
 */
export function registerAgentTools(
  tools: Lazy<AgentTools>,
  connections: Pick<Connections, 'all'>,
): vscode.Disposable {
  const tool = (answer: Answer, invocationMessage: string, ask: (input: unknown) => Question) =>
    ({
      prepareInvocation: ({ input }) => {
        const { title, meant } = ask(input);
        return { invocationMessage, confirmationMessages: { title, message: whatLeaves(meant) } };
      },
      invoke: async ({ input }, token) => {
        const text = await cancelledBy(token, (signal) => answer(input, signal));
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
      },
    }) satisfies vscode.LanguageModelTool<unknown>;
  return vscode.Disposable.from(
    vscode.lm.registerTool(
      'list_hosted_models',
      tool(
        async (input, signal) => (await tools()).list(input, signal),
        vscode.l10n.t('Listing hosted models'),
        (input) => listQuestion(input, connections),
      ),
    ),
    vscode.lm.registerTool(
      'get_hosted_model',
      tool(
        async (input, signal) => (await tools()).get(input, signal),
        vscode.l10n.t('Looking up a hosted model'),
        (input) => getQuestion(input, connections),
      ),
    ),
  );
}

function listQuestion(input: unknown, { all }: Pick<Connections, 'all'>): Question {
  const meant = meantOrAll(all, parsed(listInput, input)?.connection);
  const [only, another] = meant;
  const title =
    only && !another
      ? vscode.l10n.t('List the models of {0}?', cleanText(only.name, 60))
      : vscode.l10n.t('List hosted models?');
  return { title, meant };
}

function getQuestion(input: unknown, { all }: Pick<Connections, 'all'>): Question {
  const read = parsed(getInput, input);
  const meant = meantOrAll(all, read?.connection);
  if (!read) return { title: vscode.l10n.t('Look up a hosted model?'), meant };
  const model = shownName(read.name, 60);
  const [only, another] = meant;
  const title =
    only && !another
      ? vscode.l10n.t('Look up {0} in {1}?', model, cleanText(only.name, 60))
      : vscode.l10n.t('Look up {0}?', model);
  return { title, meant };
}

/** All, if none is called so: the answer then says which there are. */
function meantOrAll(all: readonly Connection[], asked = ''): readonly Connection[] {
  try {
    return connectionsMeant(all, asked);
  } catch (error) {
    if (error instanceof ToolInputError) return all;
    throw error;
  }
}

function whatLeaves(meant: readonly Connection[]): vscode.MarkdownString {
  const names = meant.map(({ name }) => plainMarkdown(cleanText(name, 80))).join(', ');
  const text =
    names === ''
      ? vscode.l10n.t('No connection is set up yet.')
      : vscode.l10n.t(
          "The language model of this chat gets the models' names, kinds, base models, sources, revisions, prices and deployment times from {0}, with the connection's name and host, and the age of the list or what is wrong with it. It never gets API keys or who made a model.",
          names,
        );
  return new vscode.MarkdownString(text);
}

/** Rejects with VS Code's own error for what was cancelled. */
async function cancelledBy<T>(
  token: vscode.CancellationToken,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  if (token.isCancellationRequested) throw new vscode.CancellationError();
  const subscription = token.onCancellationRequested(() => stop.abort(new vscode.CancellationError()));
  try {
    return await work(stop.signal);
  } finally {
    subscription.dispose();
  }
}

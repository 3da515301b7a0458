import * as vscode from 'vscode';
import type { Lazy } from '../../base/lazy.ts';
import { connectionInput, getInput } from '../../core/agentTools/toolInput.ts';
import { plainMarkdown } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { shownName } from '../../core/shownName.ts';
import type { Connections } from '../connections/connections.ts';
import { parsed } from '../shared/parsed.ts';
import { placeName } from '../shared/text/placeName.ts';
import { t } from '../shared/text/t.ts';
import type { AgentTools } from './agentTools.ts';
import { matchingConnections } from './matchingConnections.ts';

/**
 * Registers the tools that language models may call in VS Code's chat; their code is loaded with the first call. Both ask
 * for confirmation, as VS Code's guide wants it of every extension's tool: they change nothing, but what they answer goes to
 * the chat's model, which another vendor may run. People can allow them for good in the question itself.
 */
export function registerAgentTools(
  tools: Lazy<AgentTools>,
  connections: Pick<Connections, 'all'>,
): vscode.Disposable {
  const register = (
    name: string,
    method: keyof AgentTools,
    invocationMessage: string,
    titleOf: (input: unknown) => string,
  ) =>
    vscode.lm.registerTool<unknown>(name, {
      prepareInvocation: ({ input }) => {
        const confirmationMessages = { title: titleOf(input), message: whatLeaves(input, connections.all) };
        return { invocationMessage, confirmationMessages };
      },
      invoke: async ({ input }, token) => {
        const text = await canceledBy(token, async (signal) => (await tools())[method](input, signal));
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
      },
    });
  return vscode.Disposable.from(
    register('list_hosted_models', 'list', t('Listing hosted models'), () => t('List hosted models?')),
    register('get_hosted_model', 'get', t('Looking up a hosted model'), lookUpTitle),
  );
}

function lookUpTitle(input: unknown): string {
  const name = askedName(input);
  return name !== undefined && isPlain(name) ? t('Look up {0}?', name) : t('Look up a hosted model?');
}

function askedName(input: unknown): string | undefined {
  const read = parsed(getInput, input);
  return read && shownName(read.name, 60);
}

/** Whether a name is itself in a title, too, in which the chat makes links of addresses, and signs of entities. */
function isPlain(name: string): boolean {
  return !/[&@]|\/\/|www\./iu.test(name);
}

/** Says from which connections something leaves. If none has the name, the answer says which there are. */
function whatLeaves(input: unknown, all: readonly Connection[]): vscode.MarkdownString {
  const meant = matchingConnections(all, parsed(connectionInput, input)?.connection);
  const named = meant.length > 0 ? meant : all;
  const names = named.map((one) => plainMarkdown(placeName(one))).join(', ');
  const text =
    names === ''
      ? t('No connection is set up yet.')
      : t(
          "This sends model names, base models, revisions, prices and deployment times from {0} to this chat's language model. API keys and creators are not sent.",
          names,
        );
  const name = askedName(input);
  const unnamed = name === undefined || isPlain(name) ? '' : `${t('Model: {0}', plainMarkdown(name))}\n\n`;
  return new vscode.MarkdownString(unnamed + text);
}

/** Rejects with VS Code's own error for what was canceled. */
async function canceledBy<T>(
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

import * as vscode from 'vscode';
import type { ModelRef } from '../../core/models/modelKey.ts';
import type { detailsToHost } from '../../protocol/details.ts';
import type { Handlers } from '../shared/pageMessages.ts';

type All = Handlers<typeof detailsToHost>;

/**
 * What each message from the page of `ref` does. All but copying, and what concerns showing the page itself, are commands, which ask
 * the user where necessary.
 */
export function detailsHandlers(ref: ModelRef, showing: Pick<All, 'ready' | 'refresh' | 'stop'>): All {
  const run = (command: string, argument: unknown) =>
    vscode.commands.executeCommand(`hostedModels.${command}`, argument);
  const runOnRef = ({ type }: { type: string }) => run(type, ref);
  const clipboard = (text: string) => vscode.env.clipboard.writeText(text);
  return {
    ...showing,
    chat: runOnRef,
    compareWithBase: runOnRef,
    sendTestRequest: runOnRef,
    delete: () => run('deleteLora', ref),
    copy: ({ text }) => clipboard(text),
    // A LoRA's page links to its base model, a base model's page to its LoRAs.
    openModel: ({ name }) =>
      run('showDetails', { ...ref, kind: ref.kind === 'lora' ? 'baseModel' : 'lora', name }),
    openChat: ({ id }) => run('openChat', { chatId: id }),
  };
}

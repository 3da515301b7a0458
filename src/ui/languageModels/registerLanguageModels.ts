import * as vscode from 'vscode';
import { lazy } from '../../base/lazy.ts';
import type { WindowServices } from '../models/windowServices.ts';
import { contextSizes } from '../shared/settings.ts';
import type { LanguageModels } from './languageModels.ts';

/** Offers the chosen models to VS Code's chat. If there is none, nothing is loaded, since VS Code asks in every window. */
export function registerLanguageModels(window: WindowServices): vscode.Disposable {
  const { offered } = window;
  const changed = new vscode.EventEmitter<void>();
  const provider = lazy(async () => {
    const { LanguageModels } = await import('./languageModels.ts');
    return new LanguageModels(window, () => changed.fire());
  });
  const tellHasModels = () =>
    vscode.commands.executeCommand('setContext', 'hostedModels.hasVscodeChatModels', offered.all.length > 0);
  void tellHasModels();
  return vscode.Disposable.from(
    changed,
    offered.onDidChange(() => {
      void tellHasModels();
      changed.fire();
    }),
    contextSizes.onDidChange(() => changed.fire()),
    vscode.lm.registerLanguageModelChatProvider('hosted-models', {
      onDidChangeLanguageModelChatInformation: changed.event,
      provideLanguageModelChatInformation: async (options) =>
        offered.isEmpty ? [] : (await provider()).provideLanguageModelChatInformation(options),
      provideLanguageModelChatResponse: async (
        ...request: Parameters<LanguageModels['provideLanguageModelChatResponse']>
      ) => (await provider()).provideLanguageModelChatResponse(...request),
      provideTokenCount: async (...asked: Parameters<LanguageModels['provideTokenCount']>) =>
        (await provider()).provideTokenCount(...asked),
    }),
    new vscode.Disposable(() => provider.made?.dispose()),
  );
}

import * as v from 'valibot';
import * as vscode from 'vscode';
import { parsed } from '../../shared/parsed.ts';
import { t } from '../../shared/text/t.ts';

const lensArgument = v.object({ templateIn: v.string() });

/** Untitled documents in which judges' templates are edited, each with *Use This Template* above its first line. */
export class TemplateDocuments<Draft> implements vscode.CodeLensProvider {
  readonly #edited = new Map<string, { runId: string; draft: Draft }>();
  readonly #subscriptions: vscode.Disposable[];

  constructor() {
    this.#subscriptions = [
      vscode.languages.registerCodeLensProvider({ scheme: 'untitled' }, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#edited.delete(uri.toString())),
    ];
  }

  /** Opens a template for what was chosen so far. */
  async open(runId: string, draft: Draft, template: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument({ content: template, language: 'plaintext' });
    this.#edited.set(document.uri.toString(), { runId, draft });
    await vscode.window.showTextDocument(document, { preview: false });
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const templateIn = uri.toString();
    const edited = this.#edited.get(templateIn);
    if (!edited) return [];
    const given = [{ runId: edited.runId, templateIn }];
    const command = { title: t('Use This Template'), command: 'hostedModels.judgeRun', arguments: given };
    return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), command)];
  }

  /** Returns what *Use This Template* goes on with; `undefined` if it was not that. */
  chosen(argument: unknown): { draft: Draft; template: string } | undefined {
    const { templateIn = '' } = parsed(lensArgument, argument) ?? {};
    const [edited, template] = [this.#edited.get(templateIn), textOf(templateIn)];
    return edited && template !== undefined ? { draft: edited.draft, template } : undefined;
  }

  /** Returns the template that was opened last for a run, if it is open still: lenses can be switched off. */
  openFor(runId: string): string | undefined {
    const [uri] = [...this.#edited].findLast(([, edited]) => edited.runId === runId) ?? [];
    return uri === undefined ? undefined : textOf(uri);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

function textOf(address: string): string | undefined {
  return vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === address)?.getText();
}

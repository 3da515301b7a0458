import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ReadOnlyDocuments } from '../../src/ui/shared/readOnlyDocuments.ts';
import { closeEditors } from './support/editors.ts';
import { liveExtension, liveModel } from './support/extension.ts';
import { nextEvent } from './support/waiting.ts';

const name = 'acme/legal/nda-review';

async function openJson(kind: 'lora' | 'baseModel', model: string): Promise<vscode.TextDocument> {
  await vscode.commands.executeCommand('hostedModels.openJson', await liveModel(model, kind));
  const document = vscode.window.activeTextEditor?.document;
  assert.ok(document);
  return document;
}

describe('A model opened as JSON', () => {
  afterEach(closeEditors);

  it('is the service’s own answer, including fields that we don’t know', async () => {
    const { service } = await liveExtension();
    const lora = service.catalog.loras.find((one) => one.name === name);
    assert.ok(lora?.active_deployment);
    Object.assign(lora, { future_field: { deep: [1, null, 'x'] }, rank: 16 });
    Object.assign(lora.active_deployment, { region: 'eu-1' });
    const document = await openJson('lora', name);
    assert.deepEqual(JSON.parse(document.getText()), lora);
    assert.match(document.getText(), /\n {2}"future_field": \{\n/u);
    assert.equal(document.languageId, 'json');
  });

  it('is retrieved again each time, and the open document follows', async () => {
    const { service } = await liveExtension();
    const lora = service.catalog.loras.find((one) => one.name === name);
    assert.ok(lora);
    const first = await openJson('lora', name);
    lora.unit_price = 42;
    const { onDidChangeTextDocument } = vscode.workspace;
    const changed = nextEvent(onDidChangeTextDocument, 'it changes', ({ document }) => document === first);
    assert.equal(await openJson('lora', name), first);
    await changed;
    assert.match(first.getText(), /"unit_price": 42/u);
  });

  it('has a different document than a base model of the same name', async () => {
    const { service } = await liveExtension();
    service.catalog.baseModels.push({ name, unit_price: 7 });
    const lora = await openJson('lora', name);
    const baseModel = await openJson('baseModel', name);
    assert.notEqual(lora.uri.toString(), baseModel.uri.toString());
    assert.match(baseModel.getText(), /"unit_price": 7/u);
  });

  it('can’t be changed by typing or pasting, unlike other documents', async () => {
    const change = async (): Promise<void> => {
      await vscode.commands.executeCommand('type', { text: '9' });
      await vscode.commands.executeCommand('paste', { text: '8' });
      await vscode.commands.executeCommand('editor.action.insertLineAfter');
    };
    const other = await vscode.workspace.openTextDocument({ language: 'json', content: '' });
    await vscode.window.showTextDocument(other);
    await change();
    assert.notEqual(other.getText(), '');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');

    const document = await openJson('lora', 'support-tone-v7');
    const text = document.getText();
    await change();
    assert.equal(document.getText(), text);
    assert.equal(document.isDirty, false);
  });
});

describe('A read-only document', () => {
  const documents = new ReadOnlyDocuments();
  after(() => documents.dispose());

  it('is kept until its editor is closed, not longer', async () => {
    const uri = documents.putText('test', 'answer.txt', 'One');
    // The real extension's documents have the same scheme, and may be asked instead.
    const isKept = () => documents.provideTextDocumentContent(uri) === 'One';
    assert.ok(isKept());
    await vscode.commands.executeCommand('vscode.open', uri);
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    await vscode.languages.setTextDocumentLanguage(document, 'markdown');
    assert.ok(isKept(), 'another language closes no editor');
    const closed = nextEvent(
      vscode.workspace.onDidCloseTextDocument,
      'the document is closed',
      (one) => one.uri.toString() === uri.toString(),
    );
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await closed;
    assert.ok(!isKept());
  });
});

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { lorasAmong } from '../../src/ui/deletion/chooseLoras.ts';
import { liveExtension, liveModel } from './support/extension.ts';

const row = (name: string, kind = 'lora') => ({ connectionId: 'acme', kind, name });

describe('The commands of rows', () => {
  const [a, b, clicked] = [row('a'), row('b'), row('clicked')];
  before(liveExtension);
  const copied = async (...given: unknown[]) => {
    await vscode.commands.executeCommand('hostedModels.copyName', ...given);
    return vscode.env.clipboard.readText();
  };

  it('delete those that others act on, without base models', () => {
    const fact = (model: object) => ({ ...model, fact: { id: 'baseModel', copy: 'llama' } });
    const rows = [a, fact(a), row('llama', 'baseModel'), b, fact(b)];
    assert.deepEqual(
      [lorasAmong(a, rows), lorasAmong(undefined, rows)],
      [
        [a, b],
        [a, b],
      ],
    );
    assert.deepEqual(lorasAmong(clicked, rows), [clicked]);
  });

  it('act on a clicked row outside of the selection alone, else on all selected ones', async () => {
    assert.equal(await copied(clicked, [a, b]), 'clicked');
    await vscode.commands.executeCommand('hostedModels.markSeen', clicked, [a, b]);
    const rows = [row('support-tone-v7'), row('Rückfragen/Groß'), row('llama-3-8b', 'baseModel')];
    assert.equal(await copied(rows[1], rows), 'support-tone-v7\nRückfragen/Groß\nllama-3-8b');
    assert.equal(await copied(rows[0]), 'support-tone-v7');
  });

  it('copy by key the name of the focused row, of a fact its value', async () => {
    const fact = (more: object) => ({ ...a, fact: { id: 'creator', value: 'Ada', ...more } });
    assert.equal(await copied([b]), 'b');
    assert.equal(await copied([fact({ copy: 'Ada <ada@acme.example>' })]), 'Ada <ada@acme.example>');
    assert.equal(await copied([fact({})]), 'Ada');
    // Nothing to copy leaves the clipboard as it is.
    assert.equal(await copied([{ connectionId: a.connectionId, type: 'group', kind: 'lora' }]), 'Ada');
  });

  it('open no chat and ask nothing by key on a row whose model can’t be chatted with', async () => {
    const { connectionId } = await liveExtension();
    const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs).length;
    const before = tabs();
    for (const focused of [undefined, null, { connectionId, type: 'group' }, await liveModel('long-gone')]) {
      await vscode.commands.executeCommand('hostedModels.chat', [focused]);
    }
    assert.equal(tabs(), before);
  });
});

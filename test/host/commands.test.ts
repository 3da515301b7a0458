import assert from 'node:assert/strict';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { liveExtension } from './support/extension.ts';
import { usePerson } from './support/person.ts';

const manifestSchema = v.object({
  contributes: v.object({
    commands: v.array(v.object({ command: v.string() })),
    views: v.record(v.string(), v.array(v.object({ id: v.string() }))),
    menus: v.record(v.string(), v.array(v.object({ command: v.optional(v.string()) }))),
    keybindings: v.array(v.object({ command: v.string() })),
  }),
});

describe('The commands', () => {
  const person = usePerson();

  it('are those of the manifest, all registered after activation, and no others but those that VS Code adds for a view', async () => {
    const { extension } = await liveExtension();
    const { contributes } = v.parse(manifestSchema, extension.packageJSON);
    const views = Object.values(contributes.views).flatMap((list) => list.map(({ id }) => `${id}.`));
    const registered = (await vscode.commands.getCommands(true)).filter((id) =>
      id.startsWith('hostedModels.'),
    );
    const own = registered.filter((id) => !views.some((view) => id.startsWith(view)));
    assert.deepEqual(own.sort(), contributes.commands.map(({ command }) => command).sort());
  });

  it('are the only ones that the manifest’s menus and keys use', async () => {
    const { extension } = await liveExtension();
    const { contributes } = v.parse(manifestSchema, extension.packageJSON);
    const known = contributes.commands.map(({ command }) => command);
    const named = [...Object.values(contributes.menus).flat(), ...contributes.keybindings];
    const unknown = named.flatMap(({ command }) => (command && !known.includes(command) ? [command] : []));
    assert.deepEqual(unknown, []);
  });

  it('ignore arguments that are not rows of ours', async () => {
    await liveExtension();
    for (const id of ['copyValue', 'showLorasOf', 'revealBaseModel', 'openChat']) {
      for (const argument of [
        undefined,
        null,
        7,
        'x',
        {},
        { connectionId: 3 },
        { chatId: '../../settings' },
      ]) {
        await vscode.commands.executeCommand(`hostedModels.${id}`, argument);
      }
    }
  });

  it('of a row take nothing else if VS Code has lost the row, and say so', async () => {
    await liveExtension();
    const lost = 'The list was being refreshed, so nothing was done. Try again.';
    for (const id of ['chat', 'renameChat', 'deleteChat', 'deleteLora', 'copyRequestAsCurl', 'copyName']) {
      const seen = person({});
      // As from a menu. From the palette, a command has no arguments at all.
      await vscode.commands.executeCommand(`hostedModels.${id}`, undefined, undefined);
      assert.deepEqual(seen.messages, [lost], id);
    }
  });

  it('of a view’s title, which has no row either, do what they do without one', async () => {
    await liveExtension();
    const seen = person({});
    await vscode.commands.executeCommand('hostedModels.refreshModels', undefined, undefined);
    assert.deepEqual(seen.messages, []);
  });
});

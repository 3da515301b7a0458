import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { commandIds } from '../../../src/ui/commandIds.ts';
import { readJson, root } from './sources.ts';

const item = v.object({
  command: v.optional(v.string()),
  submenu: v.optional(v.string()),
  when: v.optional(v.string()),
  group: v.optional(v.string()),
});
const icon = v.optional(v.union([v.string(), v.object({ light: v.string(), dark: v.string() })]));
const manifestSchema = v.object({
  icon: v.string(),
  main: v.string(),
  l10n: v.string(),
  engines: v.object({ vscode: v.string() }),
  devDependencies: v.record(v.string(), v.string()),
  contributes: v.object({
    viewsContainers: v.record(v.string(), v.array(v.object({ id: v.string(), icon: v.string() }))),
    views: v.record(v.string(), v.array(v.object({ id: v.string(), icon: v.string() }))),
    viewsWelcome: v.array(v.object({ view: v.string(), contents: v.string() })),
    commands: v.array(
      v.object({
        command: v.string(),
        title: v.string(),
        category: v.string(),
        icon,
      }),
    ),
    submenus: v.array(v.object({ id: v.string(), label: v.string() })),
    menus: v.record(v.string(), v.array(item)),
    keybindings: v.array(v.object({ command: v.string(), when: v.string() })),
    configuration: v.object({
      properties: v.record(v.string(), v.object({ scope: v.string(), markdownDescription: v.string() })),
    }),
  }),
});

const json = readJson('package.json');
const manifest = v.parse(manifestSchema, json);
const texts = v.parse(v.record(v.string(), v.string()), readJson('package.nls.json'));
const { contributes } = manifest;
const ids = contributes.commands.map((one) => one.command);
const viewIds = Object.values(contributes.views)
  .flat()
  .map((one) => one.id);

/** The palette holds these, and no others. */
const palette = new Set([
  'Add Connection…',
  'Set API Key…',
  'Clear API Key',
  'Remove Connection…',
  'Diagnose Connection',
  'Refresh Models',
  'Go to Model…',
  'Show Details…',
  'New Chat…',
  'Add Selection to Chat',
  'Compare Models…',
  'Run Prompt Set…',
  'Delete LoRA…',
  'Delete LoRAs…',
  'Show Deleted LoRAs',
  'Export Models…',
  'Search Chats…',
  'Delete All Local Data…',
  'Show Log',
  'Report Issue…',
  'Open Settings',
]);

function titleOf(id: string): string {
  const title = contributes.commands.find((one) => one.command === id)?.title ?? '';
  return texts[title.slice(1, -1)] ?? title;
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

describe('The commands of the manifest', () => {
  it('are those of the code', () => {
    assert.deepEqual(ids.toSorted(), commandIds.map((id) => `hostedModels.${id}`).toSorted());
  });

  it('have one category', () => {
    assert.deepEqual([...new Set(contributes.commands.map((one) => one.category))], ['%category%']);
  });

  it('stand in the palette only if the picture says so, and else are hidden from it', () => {
    const hidden = (contributes.menus['commandPalette'] ?? [])
      .filter((one) => one.when === 'false')
      .map((one) => one.command);
    const shown = ids.filter((id) => !hidden.includes(id));
    assert.deepEqual(
      shown.filter((id) => !palette.has(titleOf(id))),
      [],
    );
    assert.equal(new Set(shown.map(titleOf)).size, shown.length, 'Two titles in the palette are the same.');
  });

  it('are reached from somewhere', () => {
    const hidden = (contributes.menus['commandPalette'] ?? []).map((one) => one.command);
    const menus = Object.entries(contributes.menus).flatMap(([menu, items]) =>
      menu === 'commandPalette' ? [] : items.map((one) => one.command),
    );
    assert.deepEqual(
      ids.filter((id) => hidden.includes(id) && !menus.includes(id)),
      [],
    );
  });
});

describe('The context menu of several models', () => {
  /** What makes sense for several; all else acts on one row, whatever else is selected. */
  const forSeveral = ['Compare JSON', 'Send Test Request', 'Copy Name', 'Delete LoRAs…', 'Mark as Seen'];

  it('holds nothing that would take one of them', () => {
    const items = (contributes.menus['view/item/context'] ?? []).filter(
      ({ when = '', group = '' }) => /hostedModels\.models\b/u.test(when) && !group.startsWith('inline'),
    );
    assert.ok(items.length > 10);
    for (const { command, submenu, when = '' } of items) {
      const isForSeveral = when.includes('&& listMultiSelection');
      const name = submenu ?? titleOf(command ?? '');
      if (isForSeveral) assert.ok(forSeveral.includes(name), name);
      else assert.ok(when.includes('&& !listMultiSelection'), name);
      // The facts that a selection with Shift takes along would leave the menu empty. What is gone has none.
      const isOnGone = when.includes('viewItem == gone');
      assert.equal(isForSeveral && !isOnGone, /\bviewItem =~ \/.*\bfact\)\/ /u.test(when), name);
    }
  });
});

describe('The menus of a row', () => {
  /** Whether the `viewItem` part of a condition holds for a row's context value. */
  const isFor = (when: string, context: string) => {
    const isEqual = [...when.matchAll(/viewItem == (\S+)/gu)].every(([, value]) => value === context);
    const patterns = [...when.matchAll(/viewItem =~ \/(.*?)\/(?= |$)/gu)];
    return isEqual && patterns.every(([, pattern = '']) => new RegExp(pattern, 'u').test(context));
  };
  const namesOn = (context: string, isWanted: (group: string) => boolean) =>
    (contributes.menus['view/item/context'] ?? [])
      .filter(({ when = '', group = '' }) => /hostedModels\.models\b/u.test(when) && isWanted(group))
      .filter(({ when = '' }) => isFor(when, context))
      .map(({ command, submenu }) => submenu ?? titleOf(command ?? ''));
  const anywhere = (context: string) => namesOn(context, () => true);
  const inline = (context: string) => namesOn(context, (group) => group.startsWith('inline'));

  it('hold no Delete through a read-only connection, also where several rows are selected', () => {
    assert.ok(anywhere('lora').includes('Delete LoRA…') && anywhere('lora').includes('Delete LoRAs…'));
    assert.ok(anywhere('fact.creator.copy').includes('Delete LoRAs…'));
    const readOnly = ['lora', 'baseModel', 'fact.creator', 'fact.loras', 'fact.deployment'];
    for (const context of [...readOnly.map((one) => `${one}.readOnly`), 'fact.creator.readOnly.copy']) {
      assert.deepEqual(
        anywhere(context).filter((name) => name.startsWith('Delete')),
        [],
        context,
      );
    }
  });

  it('hold all that stands inline, for whoever has no mouse', () => {
    const contexts = [
      'lora',
      'baseModel',
      'fact.baseModel.copy',
      'fact.modelName.copy',
      'fact.loras',
      'problem',
    ];
    const connections = ['', '.slow', '.key', '.filtered', '.key.filtered.unseen.readOnly'];
    for (const context of [...contexts, ...connections.map((state) => `connection${state}`)]) {
      const inMenu = namesOn(context, (group) => !group.startsWith('inline'));
      assert.deepEqual(
        inline(context).filter((name) => !inMenu.includes(name)),
        [],
        context,
      );
    }
  });

  it('are otherwise the same through a read-only connection', () => {
    for (const readOnly of ['', '.readOnly']) {
      assert.deepEqual(inline(`fact.baseModel${readOnly}.copy`), ['Reveal Base Model']);
      assert.deepEqual(inline(`fact.modelName${readOnly}.copy`), ['Copy Value']);
      assert.deepEqual(inline(`fact.loras${readOnly}`), ['Show These LoRAs']);
      assert.ok(anywhere(`fact.baseModel${readOnly}.copy`).includes('Copy Value'));
      assert.deepEqual(inline(`lora${readOnly}`), ['Chat', 'Show Details']);
    }
  });
});

describe('The manifest refers', () => {
  it('to known commands and submenus in its menus', () => {
    const submenus = contributes.submenus.map((one) => one.id);
    const itsOwn = Object.keys(contributes.menus).filter((menu) => menu.startsWith('hostedModels.'));
    for (const one of Object.values(contributes.menus).flat()) {
      if (one.submenu !== undefined) assert.ok(submenus.includes(one.submenu), one.submenu);
      else assert.ok(one.command !== undefined && ids.includes(one.command), one.command);
    }
    assert.deepEqual(itsOwn.toSorted(), submenus.toSorted());
  });

  it('to known commands in its welcome texts, and to its own views', () => {
    for (const { view, contents } of contributes.viewsWelcome) {
      assert.ok(viewIds.includes(view), view);
      const text = texts[contents.slice(1, -1)] ?? '';
      for (const [, command = ''] of text.matchAll(/\(command:([^)?]+)/gu))
        assert.ok(ids.includes(command), command);
    }
  });

  it('to no view but its own in its conditions', () => {
    for (const { when = '' } of Object.values(contributes.menus).flat())
      for (const [, view = ''] of when.matchAll(/\bview == ([\w.]+)/gu))
        assert.ok(viewIds.includes(view), when);
  });

  it('to texts that are there, and leaves none unused', () => {
    const used = new Set(stringsIn(json).flatMap((text) => /^%(.+)%$/u.exec(text)?.[1] ?? []));
    assert.deepEqual(
      [...used].filter((key) => !(key in texts)),
      [],
    );
    assert.deepEqual(
      Object.keys(texts).filter((key) => !used.has(key)),
      [],
    );
  });

  it('to pictures that are there', () => {
    const icons = stringsIn([
      manifest.icon,
      contributes.commands.map((one) => one.icon),
      contributes.viewsContainers,
      contributes.views,
    ]).filter((text) => /\.(?:svg|png)$/u.test(text));
    assert.ok(icons.length > 0);
    for (const file of icons) {
      assert.match(file, /^(?:\.\/)?media\//u);
      assert.ok(existsSync(path.join(root, file)), file);
    }
    assert.ok(existsSync(path.join(root, manifest.l10n)));
  });
});

describe('The manifest promises', () => {
  it('the VS Code whose types the code is checked against', () => {
    assert.equal(manifest.engines.vscode, '^1.110.0');
    assert.equal(manifest.devDependencies['@types/vscode'], '~1.110.0');
    assert.match(String(readJson('node_modules/@types/vscode/package.json')['version']), /^1\.110\./u);
  });

  it('settings that a repository cannot change, each described', () => {
    for (const [key, { scope, markdownDescription }] of Object.entries(
      contributes.configuration.properties,
    )) {
      assert.match(key, /^hostedModels\./u);
      assert.equal(scope, 'application', key);
      assert.match(markdownDescription, /^%.+%$/u, key);
    }
  });

  it('key bindings in our own views only, and never while typing', () => {
    for (const { command, when } of contributes.keybindings) {
      assert.ok(ids.includes(command), command);
      const view = /^focusedView == '?([\w.]+)'? && /u.exec(when)?.[1] ?? '';
      assert.ok(viewIds.includes(view), when);
      assert.match(when, /&& !inputFocus/u);
      assert.doesNotMatch(when, /\|\|/u);
    }
  });

  it('no key that deletes anything from a service', () => {
    const deleting = contributes.keybindings.filter(({ command }) => /deleteLora|Deletion/u.test(command));
    assert.deepEqual(deleting, []);
  });
});

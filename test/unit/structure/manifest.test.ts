import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { contributes, json, manifest, texts, titleOf } from './manifest.ts';
import { readJson, readSources, root } from './sources.ts';

const ids = contributes.commands.map((one) => one.command);
const viewIds = Object.values(contributes.views)
  .flat()
  .map((one) => one.id);

/** Commands may be in the palette only if they are listed here. */
const palette = new Set([
  ...['Add Connection…', 'Set API Key…', 'Clear API Key…', 'Remove Connection…', 'Diagnose Connection'],
  ...['Refresh Models', 'Filter Models…', 'Clear Filter', 'Go to Model…', 'Show Details…', 'New Chat…'],
  ...['Add Selection to Chat…', 'Compare Models…', 'Compare with Base…', 'Send Test Request…'],
  ...["Test Adapter's Weights…", 'Load or Unload Adapters…'],
  ...["Add Model to VS Code's Chat…", 'Get Started', 'Compare With…', 'Run Prompt Set…'],
  ...['Export for Batch…', 'Import Results…', 'Delete LoRA…', 'Clean Up LoRAs…', 'Show Deleted LoRAs'],
  ...['Export Models…', 'Search Chats…', 'Import Chats…', 'Undo Delete', 'Delete All Local Data…'],
  ...['Open Documentation', 'Show Log', 'Report Issue…', 'Open Settings'],
]);

/** The commands that a text of the manifest has links to. */
function linkedIn(text: string): string[] {
  const own = texts[text.slice(1, -1)] ?? '';
  return [...own.matchAll(/\(command:([^)?]+)/gu)].flatMap(([, command]) => command ?? []);
}

const steps = contributes.walkthroughs.flatMap((one) => one.steps);

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

describe('The commands of the manifest', () => {
  it('have one category', () => {
    assert.deepEqual([...new Set(contributes.commands.map((one) => one.category))], ['%category%']);
  });

  it('are in the palette only if they are listed above, and otherwise hidden from it', () => {
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

  it('are in the palette before there is a connection only if they help to get one, or need none', () => {
    const always = ids.filter((id) => {
      const palette = contributes.menus['commandPalette']?.find((one) => one.command === id);
      return palette === undefined;
    });
    assert.deepEqual(always.map(titleOf).toSorted(), [
      ...['Add Connection…', 'Delete All Local Data…', 'Get Started', 'Import Chats…'],
      ...['Open Documentation', 'Open Settings', 'Report Issue…', 'Show Log'],
    ]);
  });

  it('are all that our own code calls', () => {
    for (const [file, text] of readSources('src/ui/**/*.ts'))
      for (const [, id = ''] of text.matchAll(
        /\b(?:command|executeCommand)(?:\(|: | = )'(hostedModels\.\w+)'/gu,
      ))
        assert.ok(ids.includes(id), `${file} calls ${id}.`);
  });

  it('can be reached from somewhere', () => {
    const hidden = (contributes.menus['commandPalette'] ?? [])
      .filter((one) => one.when === 'false')
      .map((one) => one.command);
    const menus = Object.entries(contributes.menus).flatMap(([menu, items]) =>
      menu === 'commandPalette' ? [] : items.map((one) => one.command),
    );
    const linked = contributes.viewsWelcome.flatMap(({ contents }) => linkedIn(contents));
    assert.deepEqual(
      ids.filter((id) => hidden.includes(id) && ![...menus, ...linked].includes(id)),
      [],
    );
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

  it('to known commands and its own views in its welcome texts', () => {
    for (const { view, contents } of contributes.viewsWelcome) {
      assert.ok(viewIds.includes(view), view);
      for (const command of linkedIn(contents)) assert.ok(ids.includes(command), command);
    }
  });

  it('to known commands and its own pictures in each step of its walkthrough, which says when it is done', () => {
    for (const { description, media, completionEvents } of steps) {
      const [own = '', ...others] = linkedIn(description);
      assert.ok(ids.includes(own), description);
      for (const command of others)
        assert.ok([...ids, 'workbench.action.chat.manage'].includes(command), command);
      assert.match(media.svg, /^media\/walkthrough\//u);
      // VS Code itself leaves the alternative text of an SVG out.
      assert.match(readFileSync(path.join(root, media.svg), 'utf8'), /role="img".*>\s*<title/u);
      const [done, ...more] = completionEvents;
      assert.match(done ?? '', /^onContext:hostedModels\.\w+$/u);
      assert.deepEqual(more, [`${done} && hostedModels.isWalkthroughOpen`]);
    }
  });

  it('to no view but its own in its conditions', () => {
    for (const { when = '' } of Object.values(contributes.menus).flat())
      for (const [, view = ''] of when.matchAll(/\bview == ([\w.]+)/gu))
        assert.ok(viewIds.includes(view), when);
  });

  it('to existing texts, and leaves none unused', () => {
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

  it('to existing pictures', () => {
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
  });
});

describe('The manifest promises', () => {
  it('translations only if there are any: VS Code reads no bundle without a language in its name', () => {
    assert.equal(manifest.l10n !== undefined, readSources('l10n/bundle.l10n.*.json').size > 0);
  });

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

  it('key bindings only in our own views, and never while typing', () => {
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

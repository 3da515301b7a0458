import assert from 'node:assert/strict';
import { contributes, titleOf } from './manifest.ts';
import { readSources } from './sources.ts';

describe('The context menu of several models', () => {
  /** What makes sense for several models; everything else acts on one row, whatever else is selected. */
  const forSeveral = [
    ...['Compare JSON', 'Compare Models…', 'Run Prompt Set on…', 'Send Test Request', 'Copy Name'],
    ...['Copy Link to Model', 'Clean Up LoRAs…', 'Mark as Seen', "Add to VS Code's Chat"],
    ...["Remove from VS Code's Chat"],
  ];

  it('contains nothing that would act on only one of them', () => {
    const items = (contributes.menus['view/item/context'] ?? []).filter(
      ({ when = '', group = '' }) => /hostedModels\.models\b/u.test(when) && !group.startsWith('inline'),
    );
    assert.ok(items.length > 10);
    for (const { command, submenu, when = '' } of items) {
      const isForSeveral = when.includes('&& listMultiSelection');
      const name = submenu ?? titleOf(command ?? '');
      if (isForSeveral) assert.ok(forSeveral.includes(name), name);
      else assert.ok(when.includes('&& !listMultiSelection'), name);
      // Without facts, a selection made with Shift, which includes them, would have an empty menu. What is gone has none.
      const isOnGone = when.includes('viewItem == gone');
      assert.equal(isForSeveral && !isOnGone, /\bviewItem =~ \/.*\bfact\)\/ /u.test(when), name);
    }
  });
});

describe('The menus of a row', () => {
  /** Whether the `viewItem` part of a condition is true for a row's context value. */
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

  it('contain no Delete for a read-only connection, even if several rows are selected', () => {
    assert.ok(anywhere('lora').includes('Delete LoRA…') && anywhere('lora').includes('Clean Up LoRAs…'));
    assert.ok(anywhere('fact.creator.copy').includes('Clean Up LoRAs…'));
    const readOnly = ['lora', 'baseModel', 'fact.creator', 'fact.loras', 'fact.deployment'];
    for (const context of [...readOnly.map((one) => `${one}.readOnly`), 'fact.creator.readOnly.copy']) {
      assert.deepEqual(
        anywhere(context).filter((name) => name.startsWith('Delete')),
        [],
        context,
      );
    }
  });

  it('contain everything that is inline, for people without a mouse', () => {
    const contexts = [
      ...['lora', 'baseModel', 'fact.baseModel.copy', 'fact.modelName.copy', 'fact.loras', 'problem'],
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

  it('are otherwise the same for a read-only connection', () => {
    for (const readOnly of ['', '.readOnly']) {
      assert.deepEqual(inline(`fact.baseModel${readOnly}.copy`), ['Reveal Base Model']);
      assert.deepEqual(inline(`fact.modelName${readOnly}.copy`), ['Copy Value']);
      assert.deepEqual(inline(`fact.loras${readOnly}`), ['Filter by This Base Model']);
      assert.ok(anywhere(`fact.baseModel${readOnly}.copy`).includes('Copy Value'));
      assert.deepEqual(inline(`lora${readOnly}`), ['Chat', 'Show Details']);
    }
  });

  it('are otherwise the same for a model in VS Code’s chat', () => {
    const [add, remove] = ["Add to VS Code's Chat", "Remove from VS Code's Chat"];
    const isOther = (name: string) => name !== add && name !== remove;
    for (const kind of ['lora', 'baseModel']) {
      for (const readOnly of ['', '.readOnly']) {
        const [plain, offered] = [anywhere(`${kind}${readOnly}`), anywhere(`${kind}.offered${readOnly}`)];
        assert.deepEqual(offered.filter(isOther), plain.filter(isOther));
        assert.deepEqual([plain.includes(add), plain.includes(remove)], [true, false]);
        assert.deepEqual([offered.includes(add), offered.includes(remove)], [false, true]);
      }
    }
    assert.ok(anywhere('fact.creator').includes(add) && anywhere('fact.creator').includes(remove));
  });
});

describe('The menu of the Models view', () => {
  const conditionsOf = (title: string, menus = ['view/title', 'commandPalette']) =>
    menus
      .flatMap((menu) => contributes.menus[menu] ?? [])
      .filter(({ command = '' }) => titleOf(command) === title)
      .map(({ when = '' }) => when)
      .filter((when) => when !== 'false');

  it('filters and sorts only what is listed', () => {
    for (const title of ['Sort by Newest', 'Sort by Name', 'Filter Models…']) {
      const conditions = conditionsOf(title, ['view/title']);
      assert.ok(conditions.length > 0, title);
      for (const when of conditions) assert.match(when, /&& hostedModels\.hasModels\b/u);
    }
  });

  it('deletes nothing if all connections are read-only, and neither does the palette', () => {
    for (const title of ['Delete LoRA…', 'Clean Up LoRAs…']) {
      const conditions = conditionsOf(title);
      assert.ok(conditions.length > 0, title);
      for (const when of conditions) assert.match(when, /!hostedModels\.isReadOnly\b/u);
    }
  });
});

describe('The menus of a file', () => {
  const [, source = ''] =
    /setFileName =\s*\/(.*)\/i;/u.exec(
      readSources('src/ui/promptSets/start/chooseSetFile.ts').values().next().value ?? '',
    ) ?? [];
  const conditions = ['explorer/context', 'editor/title/context'].map(
    (menu) =>
      contributes.menus[menu]?.find(({ command = '' }) => titleOf(command) === 'Run Prompt Set…')?.when,
  );

  it('run one that may be a prompt set, by the names that are offered elsewhere, once there is a connection', () => {
    assert.ok(source);
    for (const when of conditions.map((one = '') => one)) {
      assert.ok(when.includes(`resourceFilename =~ /${source}/i`), when);
      assert.match(when, / && \(hostedModels\.connections > 0 \|\| [^()]+\)$/u);
    }
  });

  const isSet = new RegExp(source, 'i');
  for (const name of [
    'refunds.jsonl',
    'a.prompts.CSV',
    'my.prompts.json',
    'my.prompts.yaml',
    'promptfooconfig.yaml',
    'promptfoo.yml',
  ])
    it(`are on ${name}`, () => assert.match(name, isSet));
  for (const name of [
    ...[
      'package.json',
      'tsconfig.test.json',
      'settings.json',
      '.eslintrc.json',
      'ci.yaml',
      'a.csv',
      'data.json',
      'a.txt',
    ],
  ])
    it(`are not on ${name}`, () => assert.doesNotMatch(name, isSet));
});

import assert from 'node:assert/strict';
import { Lexer, type Token, walkTokens } from 'marked';
import * as vscode from 'vscode';
import { allIds, groupOf, rowOf, textsOf } from './support/rows.ts';
import { load, useWorld, type World } from './support/world.ts';

/** Names such as an attacker in the same organization could choose. */
const hostileNames = [
  'gpt\u202etxt.exe',
  'two\nlines\r\nor\u2028three',
  'zero\u200bwidth\ufeff',
  'x'.repeat(10_000),
  '[click](command:hostedModels.deleteAllLocalData)',
  '[site](https://evil.example)',
  'https://evil.example/login',
  'www.evil.example',
  '<https://evil.example>',
  'ada@evil.example',
  '<img src=x onerror=alert(1)>',
  '![pixel](https://evil.example/p.png)',
  '</td></table><script>alert(1)</script>',
  '**bold** `code` # heading',
  '$(trash) $(zap)',
  '&lt;b&gt; &#60;a href="https://evil.example"&#62;',
  '\\[x](command:y)',
] as const;

/** The kinds of tokens that VS Code's renderer, which also is marked, makes of a tooltip. */
function tokenTypes(markdown: string): string[] {
  const types = new Set<string>();
  walkTokens(new Lexer({ gfm: true, breaks: true }).lex(markdown) as Token[], (token) => {
    types.add(token.type);
  });
  return [...types].sort();
}

async function loadHostile(world: World): Promise<void> {
  const loras = hostileNames.map((name) => ({
    name,
    unit_price: 1,
    active_deployment: {
      base_model_name: name,
      created_at: 1,
      model_name: name,
      model_source: name,
      hub_revision: name,
      creator: { actor_type: name, user: { first_name: name, last_name: name, email: name } },
    },
  }));
  world.service.fail({ kind: 'body', on: 'GET /api/v1/lora', body: JSON.stringify(loras) });
  await load(world);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
const deceptive = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

describe('The facts below a row', () => {
  const world = useWorld();
  const factsOf = (name: string, kind: 'lora' | 'baseModel' = 'lora') => {
    const { tree } = world();
    return textsOf(tree, tree.getChildren(rowOf(tree, name, kind)));
  };

  it('include everything about a deployed LoRA', async () => {
    await load(world());
    const facts = factsOf('support-tone-v7');
    assert.match(facts[4] ?? '', /^Revision: [0-9a-f]{7}$/u);
    assert.deepEqual(facts.toSpliced(4, 1), [
      'Active deployment: 3 days ago · Ada Example',
      'Base model: llama-3-8b',
      'Model name: acme/support-tone',
      'Source: MODEL_HUB',
      'Created: 3 days ago',
      'Creator: Ada Example <ada@acme.example>',
      'Unit price: 0.25',
    ]);
  });

  it('count the LoRAs of a base model, which has no base and no revision', async () => {
    await load(world());
    const facts = factsOf('llama-3-8b', 'baseModel');
    const labels = facts.map((fact) => fact.split(':', 1)[0]);
    assert.deepEqual(labels, [
      'Active deployment',
      'Model name',
      'Source',
      'Created',
      'Creator',
      'Unit price',
      'LoRAs',
    ]);
    const loras = world().service.catalog.loras.filter(
      (lora) => lora.active_deployment?.base_model_name === 'llama-3-8b',
    );
    assert.equal(facts.at(-1), `LoRAs: ${loras.length}`);
  });

  it('are “not given” if the service gave nothing, and 0 if it gave 0', async () => {
    const body = JSON.stringify([
      { name: 'bare', active_deployment: { creator: null } },
      { name: 'nulls', unit_price: null, active_deployment: null },
      { name: 'free', unit_price: 0 },
      { name: 'cheap', unit_price: 2e-7 },
      { name: 'summed', unit_price: 0.1 + 0.2 },
    ]);
    world().service.fail({ kind: 'body', on: 'GET /api/v1/lora', body });
    await load(world());
    assert.deepEqual(factsOf('bare'), [
      'Active deployment: yes',
      'Base model: not given',
      'Model name: not given',
      'Source: not given',
      'Revision: not given',
      'Created: not given',
      'Creator: not given',
      'Unit price: not given',
    ]);
    assert.deepEqual(factsOf('nulls'), ['Active deployment: none', 'Unit price: not given']);
    assert.deepEqual(factsOf('free'), ['Active deployment: none', 'Unit price: 0']);
    assert.deepEqual(factsOf('cheap'), ['Active deployment: none', 'Unit price: 0.0000002']);
    assert.deepEqual(factsOf('summed'), ['Active deployment: none', 'Unit price: 0.3']);
    const { tree } = world();
    const [, price] = tree.getChildren(rowOf(tree, 'summed', 'lora'));
    assert.ok(price);
    assert.match(String(tree.getTreeItem(price).tooltip), /0\.30000000000000004 \(unit not specified\)/u);
  });

  it('can be copied if there is something to copy, and lead from a LoRA to its base and back', async () => {
    await load(world());
    const { tree } = world();
    const contexts = (name: string, kind: 'lora' | 'baseModel') =>
      tree.getChildren(rowOf(tree, name, kind)).map((fact) => tree.getTreeItem(fact).contextValue);
    assert.ok(contexts('support-tone-v7', 'lora').includes('fact.baseModel.copy'));
    assert.ok(contexts('llama-3-8b', 'baseModel').includes('fact.loras'));
    assert.ok(contexts('old-experiment', 'lora').includes('fact.deployment'));
  });

  it('show the number that came, as the row does, if a model was created in microseconds', async () => {
    const createdAt = 1_763_200_000_000_000;
    const body = JSON.stringify([
      { name: 'odd', active_deployment: { base_model_name: 'llama', created_at: createdAt } },
    ]);
    world().service.fail({ kind: 'body', on: 'GET /api/v1/lora', body });
    await load(world());
    const { tree } = world();
    const row = rowOf(tree, 'odd');
    const item = tree.getTreeItem(row);
    assert.equal(item.description, `llama · ${createdAt}`);
    assert.equal(item.accessibilityInformation?.label, `odd, LoRA, deployed on llama, ${createdAt}`);
    const facts = tree.getChildren(row);
    const texts = textsOf(tree, facts);
    assert.ok(texts.includes(`Active deployment: ${createdAt}`), texts.join());
    assert.ok(texts.includes(`Created: ${createdAt}`), texts.join());
    const tooltips = facts.map((fact) => tree.getTreeItem(fact).tooltip);
    assert.ok(tooltips.includes(`Created: ${createdAt}`), tooltips.join());
  });
});

describe('Hostile names', () => {
  const world = useWorld();

  it('are one clean, short line in every row, which has an id of its own', async () => {
    await loadHostile(world());
    const { tree } = world();
    const rows = tree.getChildren(groupOf(tree, 'lora'));
    assert.equal(rows.length, hostileNames.length);
    for (const node of [...rows, ...rows.flatMap((row) => tree.getChildren(row))]) {
      const item = tree.getTreeItem(node);
      const shown = [item.label, item.description, item.accessibilityInformation?.label];
      if (typeof item.tooltip === 'string') shown.push(item.tooltip);
      for (const text of shown.map(String)) {
        assert.doesNotMatch(text, deceptive);
        assert.ok(text.length <= 700, `${text.length} characters`);
      }
    }
    const ids = allIds(tree);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('are plain text in the tooltip: no link, no image, no HTML, no command', async () => {
    await loadHostile(world());
    const { tree } = world();
    for (const name of hostileNames) {
      const row = rowOf(tree, name);
      const { tooltip } = tree.resolveTreeItem(tree.getTreeItem(row), row);
      assert.ok(tooltip instanceof vscode.MarkdownString);
      assert.equal(tooltip.isTrusted, false);
      assert.equal(tooltip.supportHtml, false);
      assert.notEqual(tooltip.supportThemeIcons, true);
      const allowed = ['br', 'escape', 'paragraph', 'space', 'strong', 'text'];
      const others = tokenTypes(tooltip.value).filter((type) => !allowed.includes(type));
      assert.deepEqual(
        others,
        [],
        `${name.slice(0, 80)} became ${others.join(', ')}: ${tooltip.value.slice(0, 300)}`,
      );
      assert.doesNotMatch(tooltip.value.replaceAll('\n', ' '), deceptive);
      assert.ok(tooltip.value.length < 20_000);
    }
  });
});

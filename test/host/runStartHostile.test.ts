import assert from 'node:assert/strict';
import { mkdir, rm } from 'node:fs/promises';
import type * as vscode from 'vscode';
import { longestTurnOf } from '../unit/cpuTime.ts';
import { closeEditors } from './support/editors.ts';
import { fence } from './support/extension.ts';
import { usePerson } from './support/person.ts';
import { useStartedRuns } from './support/startedRuns.ts';
import { useSteps } from './support/steps.ts';
import { load, useWorld } from './support/world.ts';

/** Files that are no sets, though their names say so. */
const noSets: [what: string, fileName: string, text: () => string | Uint8Array][] = [
  ['nothing', 'a.jsonl', () => ''],
  ['blank lines and a BOM', 'a.jsonl', () => '\ufeff\n\n  \n'],
  ['an empty list', 'a.json', () => '[]'],
  ['no YAML', 'promptfoo.yaml', () => ''],
  ['a heading alone', 'a.csv', () => 'prompt,expected\n'],
  ['a picture', 'a.jsonl', () => Uint8Array.from({ length: 200_000 }, (_, at) => (at * 7919) % 256)],
  ['UTF-16', 'a.json', () => Buffer.from('\ufeff[{"prompt":"a"}]', 'utf16le')],
];

describe('Run Prompt Set on', () => {
  const world = useWorld();
  const started = useStartedRuns(world);
  const steps = useSteps();
  const person = usePerson();

  beforeEach(() => load(world()));
  afterEach(closeEditors);

  /** Runs a set, goes nowhere, and returns what was said of it. */
  async function saidOf(uri: vscode.Uri): Promise<string[]> {
    const seen = person({});
    const done = started().commands.runPromptSet(uri);
    const pick = await steps.pickUnless(done);
    const rows = pick?.rows ?? [];
    pick?.escape();
    await done;
    return [...seen.messages, ...rows];
  }

  for (const [what, fileName, text] of noSets) {
    it(`${what} ends in a sentence, and blocks nothing meanwhile`, async () => {
      const uri = await started().write(fileName, text());
      let said: string[] = [];
      const longest = await longestTurnOf(async () => {
        said = await saidOf(uri);
      });
      assert.ok(longest < 100, `${longest} ms`);
      assert.ok(said.length > 0, 'Nothing was said.');
      for (const one of said) {
        assert.match(one, /[.!?…)\d]$|^Continue with|left out$/u);
        assert.doesNotMatch(one, /Something went wrong|undefined|\[object|\p{Cc}|\p{Cf}/u);
      }
      await fence(world().service);
      assert.equal(world().service.requests.filter(({ method }) => method === 'POST').length, 0);
    });
  }

  it('a file of one bad row says why it can’t be run', async () => {
    const uri = await started().write('a.jsonl', `{"prompt":"${'x'.repeat(5_000_000)}"}`);
    assert.deepEqual(await saidOf(uri), [
      'a.jsonl: This file has no prompt that can be run. Line 1: Left out: longer than 4 MB.',
    ]);
  });

  it('a folder with the name of a set ends in a sentence', async () => {
    const uri = await started().write('a.jsonl', '');
    await rm(uri.fsPath);
    await mkdir(uri.fsPath);
    await assert.rejects(started().commands.runPromptSet(uri), /a\.jsonl can't be read \(EISDIR\)\./u);
  });
});

import assert from 'node:assert/strict';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import * as vscode from 'vscode';
import { attacks } from '../page/attacks.ts';
import { plan } from '../unit/core/promptSets/run/runBench.ts';
import { useKeptRuns } from './support/keptRuns.ts';
import { MemoryFiles } from './support/memoryFiles.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { useSaving } from './support/standIns.ts';
import { useWorld } from './support/world.ts';

/** What a report is made of in VS Code's preview, with the letters of a code block in colors. */
const plainTags = new Set(
  'h1 h2 h3 p ul ol li strong em code pre span table thead tbody tr th td img br hr blockquote a'.split(' '),
);

describe('Export… of a run', () => {
  const world = useWorld();
  const kept = useKeptRuns(world);
  const person = usePerson();
  const picking = usePicking();
  const saving = useSaving();
  const placeOf = (name: string) => vscode.Uri.file(path.join(world().folder, name));

  it('writes CSV in which no answer is a formula, and opens it if the person wants that', async () => {
    kept().answer = () => '=HYPERLINK("http://evil.example")';
    const { run } = await kept().complete(2);
    const asked = saving(placeOf('refunds.csv'));
    const picks = picking('CSV');
    const seen = person({ button: 'Open' });
    // Its own: in the system's, other tests on this machine may be exporting.
    const temporary = placeOf('temporary').fsPath;
    await mkdir(temporary);
    const system = { TMPDIR: tmpdir(), TEMP: tmpdir() };
    Object.assign(process.env, { TMPDIR: temporary, TEMP: temporary });
    await kept()
      .commands.exportRun({ runId: run.id })
      .finally(() => Object.assign(process.env, system));
    assert.deepEqual(picks[0]?.labels, ['CSV', 'JSONL', 'Markdown', 'CI Folder…']);
    const suggested = path.posix.basename(asked[0]?.defaultUri?.path ?? '');
    assert.match(suggested, /^refunds run \d{4}-\d\d-\d\d\.csv$/u);
    assert.deepEqual(seen.messages, [
      `The run of 2 prompts was exported to ${placeOf('refunds.csv').fsPath}.`,
    ]);
    const text = await readFile(placeOf('refunds.csv').fsPath, 'utf8');
    assert.equal(text.split('\r\n').length, 6);
    assert.ok(text.includes(`'=HYPERLINK`), text);
    const [tab] = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
    assert.equal(tab?.label, 'refunds.csv');
    assert.deepEqual(await readdir(temporary), []);
  });

  it('writes JSON lines to a file system that only VS Code can reach', async () => {
    const files = new MemoryFiles();
    const registered = vscode.workspace.registerFileSystemProvider('memory-files', files);
    try {
      const { run } = await kept().complete(3);
      saving(vscode.Uri.parse('memory-files:/refunds.jsonl'));
      picking('JSONL');
      person({});
      await kept().commands.exportRun({ runId: run.id });
      const [head, ...lines] = Buffer.from(files.read('/refunds.jsonl')).toString().trim().split('\n');
      assert.equal(JSON.parse(head ?? '').run.id, run.id);
      assert.deepEqual(
        lines.map((line) => JSON.parse(line).answers.map(({ text }: { text: string }) => text)),
        [0, 1, 2].map((at) => [`Answer ${at}`, `Answer ${at}`]),
      );
    } finally {
      registered.dispose();
    }
  });

  it('writes a report with the verdict in words and as a bar, which VS Code’s preview shows', async () => {
    const isRight = (model: string, prompt: number) =>
      model === 'support-tone-v7' ? prompt >= 3 : prompt < 3;
    kept().answer = (model, prompt) =>
      isRight(model, prompt) ? `Answer ${prompt}` : '````\n# Not a heading | <b>';
    const set = { name: 'refunds_*of*_today.jsonl' };
    const { run } = await kept().complete(20, { set });
    saving(placeOf('report.md'));
    picking('Markdown');
    person({});
    await kept().commands.exportRun({ runId: run.id });
    const text = await readFile(placeOf('report.md').fsPath, 'utf8');
    const html = String(await vscode.commands.executeCommand('markdown.api.render', text));
    const plain = html.replaceAll(/<[^>]+>/gu, '').replaceAll('&amp;', '&');
    const headings = [...html.matchAll(/<h(\d)[^>]*>(.*?)<\/h\d>/gu)].map(
      ([, level, heading]) => `${level} ${heading}`,
    );
    assert.deepEqual(headings, [
      '1 refunds_*of*_today.jsonl',
      '2 Summary',
      '2 What Got Worse',
      '3 Prompt 1',
      '3 Prompt 2',
      '3 Prompt 3',
    ]);
    assert.match(
      plain,
      /support-tone-v7 passes 70 points more than llama-3-8b \(95% interval: \d+ to \d+\): 17 better, 3 worse, 0 equal\./u,
    );
    assert.match(plain, /Exact McNemar test: p = 0\.003\./u);
    assert.match(
      html,
      /<img src="data:image\/svg\+xml;base64,[\w+/=]+" alt="support-tone-v7 passes 70 points more/u,
    );
    assert.match(html, /<table[\s\S]*<td>llama-3-8b<\/td>\s*<td>15% \(5 to 36\)<\/td>/u);
    assert.match(html, /<strong>support-tone-v7 · ✗ .*?<\/strong>/u);
    assert.match(html, /<code[^>]*>[^<]*````\s# Not a heading \| &lt;b&gt;/u);
  });

  it('writes a report that loads, runs and links nothing, whatever names, prompts, checks and answers say', async () => {
    const host = 'https://evil.example';
    const all = attacks(host);
    for (let at = 0; at < all.length; at += 5) {
      const hostile = all.slice(at, at + 5);
      const [name = ''] = hostile;
      kept().answer = (model, prompt) => (model === name ? (hostile[prompt] ?? '') : `Answer ${prompt}`);
      const asked = hostile.map((text, place) => ({
        id: String(place + 1),
        messages: [{ role: 'user' as const, content: `${text}\n\nQuestion ${place}` }],
        tags: hostile,
        checks: [
          { type: 'equals', value: `Answer ${place}` },
          { type: 'not-contains', value: text },
        ],
      }));
      const names = ['llama-3-8b', name].map((one) => ({ connectionId: world().connection.id, name: one }));
      const file = await kept().runs.create(
        { ...plan, set: { ...plan.set, name }, models: names },
        Readable.from(asked),
      );
      await kept().runs.ask(file);
      kept().runs.close(file.run.id);
      saving(placeOf('report.md'));
      picking('Markdown');
      person({});
      await kept().commands.exportRun({ runId: file.run.id });
      const text = await readFile(placeOf('report.md').fsPath, 'utf8');
      const html = String(await vscode.commands.executeCommand('markdown.api.render', text));
      const tags = new Set([...html.matchAll(/<([a-z][\w-]*)/giu)].map(([, tag]) => tag));
      for (const tag of tags) assert.ok(plainTags.has(String(tag)), `<${tag}> in ${text}`);
      for (const [, address] of html.matchAll(/\bsrc="([^"]*)"/gu))
        assert.match(String(address), /^data:image\/svg\+xml;base64,[\w+/=]+$/u);
      for (const [, link] of html.matchAll(/\b(?:href|data-href)="([^"]*)"/gu))
        assert.doesNotMatch(String(link), /^(?!https?:)\w+:/u);
      assert.doesNotMatch(html, /<[^>]*\son\w+=/iu);
    }
  }).timeout(60_000);

  it('reports a run that is not over, without examples of what nobody was compared with', async () => {
    const models = [{ connectionId: world().connection.id, name: 'llama-3-8b' }];
    const file = await kept().create(2, { models });
    const { run } = file;
    await file.release();
    kept().runs.close(run.id);
    saving(placeOf('report.md'));
    picking('Markdown');
    person({});
    await kept().commands.exportRun({ runId: run.id });
    const text = await readFile(placeOf('report.md').fsPath, 'utf8');
    assert.match(text, /^- Nothing was asked yet\. Choose Run Missing to start\.$/mu);
    assert.doesNotMatch(text, /What Got Worse|Where Answers Differ/u);
  });

  it('says that a file can’t be written, and leaves what was there', async () => {
    const { run } = await kept().complete(1);
    saving(vscode.Uri.file(path.join(world().folder, 'runs')));
    picking('CSV');
    person({});
    await assert.rejects(
      kept().commands.exportRun({ runId: run.id }),
      /can't be written \(.+\)\. Nothing was exported\./u,
    );
    assert.equal((await kept().runs.store.list()).length, 1);
  });
});

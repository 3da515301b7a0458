import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { type Job, readWorkflow, type Workflow, workflowProblems } from '../../../release/workflowRules.ts';
import { readJson, readSources, root } from './sources.ts';

/** The jobs of ci.yml. */
function ciJobs(): Workflow['jobs'] {
  return readWorkflow(workflows.get('.github/workflows/ci.yml') ?? '').jobs;
}

function commandsOf(job: Job | undefined): string[] {
  return job?.steps.flatMap(({ run }) => run ?? []) ?? [];
}

const workflows = readSources('.github/workflows/*.{yml,yaml}');

describe('The workflows', () => {
  it('are the two that the docs name', () => {
    assert.deepEqual([...workflows.keys()], ['.github/workflows/ci.yml', '.github/workflows/release.yml']);
  });

  for (const [file, text] of workflows)
    it(`follow the rules of workflowRules.ts: ${file}`, () => assert.deepEqual(workflowProblems(text), []));

  it('test with the README’s two commands on Linux, macOS and Windows, once types and lint are right', () => {
    const { check, test } = ciJobs();
    assert.deepEqual(test?.strategy?.matrix['os'], ['ubuntu-latest', 'macos-latest', 'windows-latest']);
    const commands = commandsOf(test);
    assert.deepEqual(commands, ['npm ci', 'npm test']);
    const readme = readSources('README.md').get('README.md') ?? '';
    assert.ok(readme.includes(commands.join(' && ')), 'README.md has no "npm ci && npm test".');
    assert.equal(test.needs, 'check');
    assert.deepEqual(commandsOf(check), ['npm ci', 'npm run check']);
  });

  it('try the oldest Node that the README allows, and the newest', () => {
    const readme = readSources('README.md').get('README.md') ?? '';
    const [, oldest] = /\bNode (\d+)/u.exec(readme) ?? [];
    assert.deepEqual(ciJobs()['check']?.strategy?.matrix['node'], [Number(oldest), 'latest']);
  });

  it('publish with the Node that the scripts bring', () => {
    const { node } = readJson('package.json')['devDependencies'] as Record<string, string>;
    assert.equal(`^${readSources('.nvmrc').get('.nvmrc')?.trim()}`, node?.replace(/\..*/u, ''));
  });
});

describe('The dependency bot', () => {
  const bot = load(readSources('.github/*.yml').get('.github/dependabot.yml') ?? '') as {
    updates: { 'package-ecosystem': string; directories?: string[] }[];
  };

  it('looks after every lock file', () => {
    const npm = bot.updates.find((one) => one['package-ecosystem'] === 'npm');
    const locks = globSync('**/package-lock.json', {
      cwd: root,
      exclude: ['**/node_modules', '.vscode-test', 'out'],
    });
    const folders = locks.map((file) => `/${path.dirname(file).replaceAll('\\', '/').replace(/^\.$/u, '')}`);
    assert.deepEqual(npm?.directories, folders.sort());
  });

  it('looks after the actions', () => {
    assert.ok(bot.updates.some((one) => one['package-ecosystem'] === 'github-actions'));
  });
});

describe('The template for bugs', () => {
  it('asks what Report Issue… asks', () => {
    const template = readSources('.github/ISSUE_TEMPLATE/*.md').get('.github/ISSUE_TEMPLATE/bug.md') ?? '';
    const headings = [...template.matchAll(/^## (.*)/gmu)].map(([, heading = '']) => heading);
    const texts = Object.values(readJson('l10n/bundle.l10n.json'));
    assert.equal(headings.length, 3);
    assert.deepEqual(
      headings.filter((heading) => !texts.includes(heading)),
      [],
    );
  });
});

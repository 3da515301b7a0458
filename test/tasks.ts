import { globSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './workbench/places.ts';
import { type Kind, type Needs, needsOfKinds } from './workbench/setUp.ts';
import { hasVscodeServers, newest, oldest } from './workbench/vscodeServer.ts';

/** A part of the tests that runs in its own process. */
export interface Task {
  /** Name of its log and results, e.g. `e2e/chat`. */
  name: string;
  kind: 'check' | 'unit' | 'page' | 'host' | 'e2e';
  /** Default: Node. */
  program?: 'npm';
  args: readonly string[];
  /** A task without mocha counts as one test, by its exit code. */
  isMocha: boolean;
}

const mocha = path.join('node_modules', 'mocha', 'bin', 'mocha.js');

function files(pattern: string): string[] {
  return globSync(`test/${pattern}`, { cwd: projectRoot })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
}

function mochaTask(kind: Task['kind'], name: string, given: readonly string[], timeout?: number): Task {
  const limit = timeout === undefined ? [] : ['--timeout', String(timeout)];
  return { kind, name, args: [mocha, ...limit, ...given], isMocha: true };
}

/** Both runs after one another: two processes would download the same desktop VS Code at once. */
function desktopTask(version: string): Task {
  const args = ['test/host/runHost.ts', '--desktop', '--version', version];
  return { kind: 'host', name: `host/desktop-${version}`, args, isMocha: true };
}

function hostTask(version: string, isNetwork: boolean): Task {
  const args = ['test/host/runHost.ts', '--version', version, isNetwork ? '--network' : '--no-network'];
  return { kind: 'host', name: `host/${version}${isNetwork ? '-network' : ''}`, args, isMocha: true };
}

const pageTimeout = 60_000;
const e2eTimeout = 120_000;

/** What can't run here, and what does instead; empty if everything can. */
export function leftOut(platform?: NodeJS.Platform): string {
  return hasVscodeServers(platform)
    ? ''
    : 'Left out: e2e. It needs a VS Code server, and there is none for Windows; the host tests run in a desktop VS Code.';
}

/** All tests that can run on a system, in the order in which they start: none of the longest is last. */
export function allTasks(platform?: NodeJS.Platform): Task[] {
  const hasServers = hasVscodeServers(platform);
  return everyTask().filter(({ kind, args }) =>
    kind === 'e2e' ? hasServers : kind !== 'host' || hasServers !== args.includes('--desktop'),
  );
}

function everyTask(): Task[] {
  const accessibility = 'test/page/accessibility.test.ts';
  const pages = files('page/**/*.test.ts').filter((file) => file !== accessibility);
  // Of the first three, unit ends last, and then the pages come: they take less than a core each, which leaves most of the processor
  // to the VS Codes in the other lanes. Three of those at once take a tenth more time for the same.
  return [
    mochaTask('e2e', 'e2e/shared', files('e2e/shared/*.test.ts'), e2eTimeout),
    hostTask(oldest, false),
    mochaTask('unit', 'unit', ['test/unit/**/*.test.ts']),
    hostTask(newest, false),
    mochaTask('e2e', 'e2e/unconnected', files('e2e/unconnected/*.test.ts'), e2eTimeout),
    desktopTask('stable'),
    mochaTask('page', 'page/others', pages, pageTimeout),
    desktopTask(oldest),
    mochaTask('page', 'page/accessibility', [accessibility], pageTimeout),
    ...files('e2e/*.test.ts').map((file) =>
      mochaTask('e2e', `e2e/${path.basename(file, '.test.ts')}`, [file], e2eTimeout),
    ),
    hostTask(newest, true),
    hostTask(oldest, true),
    { kind: 'check', name: 'check', program: 'npm', args: ['run', '--silent', 'check'], isMocha: false },
  ];
}

/** Any test file except the host's: those are bundled, so choose with `npm run test:host -- --grep`. */
export function fileTask(file: string): Task {
  const [, kind] = file.split(/[\\/]/u);
  if (kind !== 'unit' && kind !== 'page' && kind !== 'e2e')
    throw new Error(`${file} is in none of test/unit, page and e2e.`);
  const timeout = { unit: undefined, page: pageTimeout, e2e: e2eTimeout }[kind];
  return mochaTask(kind, `${kind}/${path.basename(file, '.test.ts')}`, [file], timeout);
}

export function needsOf(kinds: ReadonlySet<Task['kind']>, platform?: NodeJS.Platform): Needs[] {
  const own = hasVscodeServers(platform) ? needsOfKinds : { ...needsOfKinds, host: needsOfKinds.desktop };
  return [...kinds].flatMap((kind) => (kind in own ? [own[kind as Kind]] : []));
}

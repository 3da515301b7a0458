import { globSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './workbench/places.ts';
import { type Kind, type Needs, needsOfKinds } from './workbench/setUp.ts';
import { newest, oldest } from './workbench/vscodeServer.ts';

/** A part of the tests that runs as a process of its own. */
export interface Task {
  /** As `e2e/chat`: what its log and its results are called. */
  name: string;
  kind: 'check' | 'unit' | 'page' | 'host' | 'e2e';
  /** Default: Node. */
  program?: 'npm';
  args: readonly string[];
  /** One without mocha counts as one test: its exit code. */
  isMocha: boolean;
}

const mocha = path.join('node_modules', 'mocha', 'bin', 'mocha.js');

/** Of a kind whose files differ much in length, the longest: they come first, so that no lane ends with one of them. */
const longest = [
  'page/accessibility',
  'e2e/deletionBulk',
  'e2e/chat',
  'e2e/deletion',
  'e2e/attachments',
  'e2e/turns',
];

function files(kind: 'page' | 'e2e'): string[] {
  const names = globSync(`test/${kind}/**/*.test.ts`, { cwd: projectRoot }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  const nameOf = (file: string) => file.slice('test/'.length, -'.test.ts'.length);
  return names.sort((a, b) => rank(nameOf(a)) - rank(nameOf(b)) || (a < b ? -1 : 1));
}

function rank(name: string): number {
  const at = longest.indexOf(name);
  return at === -1 ? longest.length : at;
}

function mochaTask(kind: Task['kind'], name: string, given: readonly string[], timeout?: number): Task {
  const limit = timeout === undefined ? [] : ['--timeout', String(timeout)];
  return { kind, name, args: [mocha, ...limit, ...given], isMocha: true };
}

function hostTask(version: string, isNetwork: boolean): Task {
  const args = ['test/host/runHost.ts', '--version', version, isNetwork ? '--network' : '--no-network'];
  return { kind: 'host', name: `host/${version}${isNetwork ? '-network' : ''}`, args, isMocha: true };
}

const pageTimeout = 60_000;
const e2eTimeout = 120_000;

/** All tests, those that take long first. */
export function allTasks(): Task[] {
  const [accessibility = '', ...pages] = files('page');
  return [
    hostTask(newest, false),
    hostTask(oldest, false),
    mochaTask('page', 'page/accessibility', [accessibility], pageTimeout),
    mochaTask('page', 'page/others', pages, pageTimeout),
    mochaTask('unit', 'unit', ['test/unit/**/*.test.ts']),
    ...files('e2e').map((file) =>
      mochaTask('e2e', `e2e/${path.basename(file, '.test.ts')}`, [file], e2eTimeout),
    ),
    hostTask(newest, true),
    hostTask(oldest, true),
    { kind: 'check', name: 'check', program: 'npm', args: ['run', '--silent', 'check'], isMocha: false },
  ];
}

/** One file of any kind but the host's, whose tests are bundled: there `npm run test:host -- --grep` chooses. */
export function fileTask(file: string): Task {
  const [, kind] = file.split(/[\\/]/u);
  if (kind !== 'unit' && kind !== 'page' && kind !== 'e2e')
    throw new Error(`${file} is in none of test/unit, page and e2e.`);
  const timeout = { unit: undefined, page: pageTimeout, e2e: e2eTimeout }[kind];
  return mochaTask(kind, `${kind}/${path.basename(file, '.test.ts')}`, [file], timeout);
}

export function needsOf(kinds: ReadonlySet<Task['kind']>): Needs[] {
  return [...kinds].flatMap((kind) => (kind in needsOfKinds ? [needsOfKinds[kind as Kind]] : []));
}

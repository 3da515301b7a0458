// `npm run publish:check`: says whether this can be published, else why not, one line per cause.
//   node release/publishCheck.ts [--tag v0.2.0]     compares the tag with the version as well
//   node release/publishCheck.ts --notes            prints the changelog's section of this version instead
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { arePicturesOld } from './pictures.ts';
import { changelogSection, publishProblems } from './publishProblems.ts';

const root = path.resolve(import.meta.dirname, '..');
const { values } = parseArgs({ options: { tag: { type: 'string' }, notes: { type: 'boolean' } } });

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

const manifest = JSON.parse(read('package.json')) as Record<string, unknown>;
const changelog = read('CHANGELOG.md');
const workflows = globSync('.github/workflows/*.{yml,yaml}', { cwd: root }).sort();

if (values.notes) {
  console.log(changelogSection(changelog, String(manifest['version'])));
} else {
  const problems = publishProblems({
    manifest,
    lockedVersion: (JSON.parse(read('package-lock.json')) as { version?: unknown }).version,
    changelog,
    pages: new Map(['README.md', 'SECURITY.md'].map((file) => [file, read(file)])),
    issueConfig: read('.github/ISSUE_TEMPLATE/config.yml'),
    hasOldPictures: arePicturesOld(root),
    workflows: new Map(workflows.map((file) => [path.basename(file), read(file)])),
    tag: values.tag,
  });
  for (const problem of problems) console.log(problem);
  console.log(
    problems.length === 0 ? 'Ready to be published.' : `Not ready to be published (${problems.length}).`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}

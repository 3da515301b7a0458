import assert from 'node:assert/strict';
import { changelogSection, publishProblems, type Release } from '../../../release/publishProblems.ts';

const changelog = `# Changelog

## [Unreleased]

## [0.2.0] - 2026-11-30

### Added

- One thing.

## 0.1.0

- The first.

[0.2.0]: https://a.dev/b
`;

function workflow(uses: string): string {
  return `name: A
on: { push: }
permissions: {}
concurrency: { group: a, cancel-in-progress: false }
jobs: { a: { runs-on: ubuntu-latest, timeout-minutes: 5, steps: [{ uses: ${uses} }] } }
`;
}

const ready: Release = {
  manifest: {
    version: '0.2.0',
    publisher: 'acme',
    repository: { type: 'git', url: 'git+https://forge.dev/acme/models.git' },
    bugs: { url: 'https://forge.dev/acme/models/issues' },
    homepage: 'https://forge.dev/acme/models#readme',
  },
  lockedVersion: '0.2.0',
  changelog,
  pages: new Map([['README.md', 'Search for Hosted Models in the Extensions view.']]),
  issueConfig: 'url: https://forge.dev/acme/models/security/advisories/new',
  hasOldPictures: false,
  workflows: new Map([['a.yml', workflow(`actions/checkout@${'a'.repeat(40)}`)]]),
  tag: 'v0.2.0',
};

function problemsWith(fields: Partial<Release>): string[] {
  return publishProblems({ ...ready, ...fields });
}

const problemsOf = (fields: object) => problemsWith({ manifest: { ...ready.manifest, ...fields } });

describe('The publish check', () => {
  it('passes what has everything, also before there is a tag', () => {
    assert.deepEqual([problemsWith({}), problemsWith({ tag: undefined })], [[], []]);
  });

  for (const field of ['repository', 'bugs', 'homepage'])
    it(`refuses a ${field} that is missing, reserved for examples, or no https address`, () => {
      for (const value of [
        ...[
          undefined,
          '',
          'acme/models',
          'http://forge.dev/acme',
          'https://forge.dev',
          'https://example.com/a',
        ],
        ...['https://models.example/a', 'https://localhost/a', { url: 'https://a.invalid/b' }],
      ])
        assert.deepEqual(
          problemsOf({ [field]: value }),
          [`package.json: "${field}" is not the https address of a real place`],
          JSON.stringify(value),
        );
    });

  it('refuses a publisher that is missing, or a placeholder as "private" says', () => {
    for (const publisher of [undefined, '', 'two words'])
      assert.deepEqual(problemsOf({ publisher }), ['package.json: "publisher" is not set']);
    assert.deepEqual(problemsOf({ private: true }), [
      'package.json: "private" says that "publisher" is a placeholder; see docs/release.md',
    ]);
  });

  it('names each action without a full hash once', () => {
    const workflows = new Map([
      ['a.yml', workflow('actions/checkout@v7')],
      ['b.yml', workflow('actions/cache@0123abc')],
    ]);
    assert.deepEqual(problemsWith({ workflows }), [
      'a.yml: actions/checkout@v7 has no full commit hash',
      'b.yml: actions/cache@0123abc has no full commit hash',
    ]);
  });

  it('refuses a version that the changelog or the lock file lacks, and another tag', () => {
    assert.deepEqual(problemsOf({ version: '0.4.0' }), [
      'package-lock.json: the version is 0.2.0, not 0.4.0',
      'CHANGELOG.md: there is no section with text for 0.4.0',
      'the tag is v0.2.0, the version 0.4.0',
    ]);
  });

  it('refuses a section without a date, and what the day of publishing makes untrue', () => {
    const pages = new Map([['SECURITY.md', 'The project has no public address yet.']]);
    const undated = changelog.replace(' - 2026-11-30', '');
    assert.deepEqual(problemsWith({ changelog: undated, pages, issueConfig: '' }), [
      'CHANGELOG.md: the section for 0.2.0 has no date',
      'SECURITY.md: "has no public address yet" becomes untrue on publishing',
      'config.yml of the issue templates: it has no link for vulnerabilities',
    ]);
  });

  it('refuses text that the changelog has for no version yet', () => {
    for (const heading of ['## [Unreleased]', '## Unreleased'])
      assert.deepEqual(
        problemsWith({ changelog: changelog.replace('## [Unreleased]', `${heading}\n\n- More.`) }),
        ['CHANGELOG.md: "Unreleased" has text, which belongs to 0.2.0'],
      );
  });

  it('refuses pictures that are older than the product, and a section of the changelog without text', () => {
    const empty = '## [0.2.0]\n\n### Added\n\n## [0.1.0]\n\n- The first.\n';
    assert.deepEqual(problemsWith({ hasOldPictures: true, changelog: empty }).toSorted(), [
      'CHANGELOG.md: there is no section with text for 0.2.0',
      'docs/pictures: older than the product; run "npm run screenshots"',
    ]);
  });
});

describe('The notes of a release', () => {
  it('are the changelog’s section of its version, to the next one or the references', () => {
    assert.equal(changelogSection(changelog, '0.2.0'), '### Added\n\n- One thing.');
    assert.equal(changelogSection(changelog, '0.1.0'), '- The first.');
    assert.equal(changelogSection(changelog, '0.1'), '');
  });
});

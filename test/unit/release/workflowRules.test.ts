import assert from 'node:assert/strict';
import { workflowProblems } from '../../../release/workflowRules.ts';

const good = `name: Good
on:
  push:
permissions:
  contents: read
concurrency:
  group: good-\${{ github.ref }}
  cancel-in-progress: true
jobs:
  build:
    runs-on: ubuntu-latest
    timeout-minutes: 5
    outputs:
      channel: \${{ steps.channel.outputs.flag }}
    steps:
      - uses: actions/checkout@v7
        with:
          persist-credentials: false
      - id: channel
        run: echo "flag=a" >> "$GITHUB_OUTPUT"
  publish:
    needs: build
    runs-on: ubuntu-latest
    timeout-minutes: 5
    environment: store
    permissions:
      id-token: write
    steps:
      - uses: azure/login@0123456789abcdef0123456789abcdef01234567
      - run: npm ci --ignore-scripts
      - run: node_modules/.bin/a $CHANNEL
        env:
          CHANNEL: \${{ needs.build.outputs.channel }}
          TOKEN: \${{ secrets.TOKEN }}
  tests:
    needs: [build]
    uses: ./.github/workflows/ci.yml
`;

const cases: [title: string, from: string, to: string, says: RegExp][] = [
  [
    'permissions to write for every job',
    '  contents: read',
    '  contents: write',
    /only a job may have the permission "contents: write"/u,
  ],
  ['a job without a time limit', '    timeout-minutes: 5\n', '', /build: has no "timeout/u],
  ['an action without a version', 'checkout@v7', 'checkout', /has no version/u],
  ['an action of a branch', 'checkout@v7', 'checkout@main', /has no version/u],
  ['a short hash', '4567\n', '456\n', /azure\/login@.* has no version/u],
  ['an unknown input', 'persist-credentials', 'persist', /has no input "persist"/u],
  [
    'a checkout that keeps its token',
    'persist-credentials: false',
    'persist-credentials: true',
    /leaves its token/u,
  ],
  ['a value in a script', 'bin/a $CHANNEL', `bin/a \${{ github.actor }}`, /by "env"/u],
  ['a failure that is hidden', 'id: channel', 'continue-on-error: true', /continue-on/u],
  [
    'a secret without an environment',
    '    environment: store\n',
    '',
    /publish: has secrets without an environment/u,
  ],
  [
    'install scripts beside rights',
    'npm ci --ignore-scripts',
    'npm ci',
    /publish: "npm ci" runs other people's install scripts/u,
  ],
  [
    'install scripts beside secrets',
    '    permissions:\n      id-token: write\n    steps:\n',
    '    steps:\n      - run: npm install b && npm ci --ignore-scripts\n',
    /publish: "npm install b" runs other people's install scripts/u,
  ],
  [
    'a program from the registry beside rights',
    'node_modules/.bin/a',
    'npx --yes a',
    /publish: "npx --yes a \$CHANNEL" runs/u,
  ],
  ['a run with others’ code', '  push:', '  pull_request_target:', /pull_request_target/u],
];

describe('A workflow', () => {
  it('that is right has no problems', () => assert.deepEqual(workflowProblems(good), []));

  it('is refused without permissions of its own, and with all of them', () => {
    for (const permissions of ['', 'permissions: write-all\n'])
      assert.throws(
        () => workflowProblems(good.replace('permissions:\n  contents: read\n', permissions)),
        /permissions|write-all/u,
      );
  });

  for (const [title, from, to, says] of cases)
    it(`is refused with ${title}`, () => {
      assert.ok(good.includes(from));
      assert.match(workflowProblems(good.replace(from, () => to)).join('\n'), says);
    });
});

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

const cases: { title: string; from: string; to: string; says: RegExp }[] = [
  {
    title: 'permissions to write for every job',
    from: '  contents: read',
    to: '  contents: write',
    says: /only a job may have the permission "contents: write"/u,
  },
  {
    title: 'a job without a time limit',
    from: '    timeout-minutes: 5\n',
    to: '',
    says: /build: has no "timeout/u,
  },
  { title: 'an action without a version', from: 'checkout@v7', to: 'checkout', says: /has no version/u },
  { title: 'an action of a branch', from: 'checkout@v7', to: 'checkout@main', says: /has no version/u },
  { title: 'a short hash', from: '4567\n', to: '456\n', says: /azure\/login@.* has no version/u },
  { title: 'an unknown input', from: 'persist-credentials', to: 'persist', says: /has no input "persist"/u },
  {
    title: 'a checkout that keeps its token',
    from: 'persist-credentials: false',
    to: 'persist-credentials: true',
    says: /leaves its token/u,
  },
  {
    title: 'a value in a script',
    from: 'bin/a $CHANNEL',
    to: `bin/a \${{ github.actor }}`,
    says: /by "env"/u,
  },
  {
    title: 'a failure that is hidden',
    from: 'id: channel',
    to: 'continue-on-error: true',
    says: /continue-on/u,
  },
  {
    title: 'a secret without an environment',
    from: '    environment: store\n',
    to: '',
    says: /publish: has secrets without an environment/u,
  },
  {
    title: 'install scripts beside rights',
    from: 'npm ci --ignore-scripts',
    to: 'npm ci',
    says: /publish: "npm ci" runs other people's install scripts/u,
  },
  {
    title: 'install scripts beside secrets',
    from: '    permissions:\n      id-token: write\n    steps:\n',
    to: '    steps:\n      - run: npm install b && npm ci --ignore-scripts\n',
    says: /publish: "npm install b" runs other people's install scripts/u,
  },
  {
    title: 'a program from the registry beside rights',
    from: 'node_modules/.bin/a',
    to: 'npx --yes a',
    says: /publish: "npx --yes a \$CHANNEL" runs/u,
  },
  {
    title: 'a run with others’ code',
    from: '  push:',
    to: '  pull_request_target:',
    says: /pull_request_target/u,
  },
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

  for (const { title, from, to, says } of cases)
    it(`is refused with ${title}`, () => {
      assert.ok(good.includes(from));
      assert.match(workflowProblems(good.replace(from, () => to)).join('\n'), says);
    });
});

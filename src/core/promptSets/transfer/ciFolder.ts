import { isDeepStrictEqual } from 'node:util';
import type { ServerKind } from '../../../api/types.ts';
import type { ChatSettings } from '../../chats/tree/chatSettings.ts';
import { keyVariable } from '../../requestCode/codeText.ts';
import { quoted } from '../batch/batchCommand.ts';
import { defaultMaxTokens, plainSettings } from '../run/runRecord.ts';

/** What a folder for CI asks. */
export interface CiPlan {
  /** The name of the set's file in it. */
  set: string;
  adapter: string;
  /** What the adapter is compared with: a model, or else the folder's own baseline. */
  base: string | undefined;
  baseUrl: string;
  kind: ServerKind | undefined;
  allowHttp: boolean;
  headerNames: readonly string[];
  settings: ChatSettings;
  repetitions: number;
  /** The least difference that matters, in points. */
  points: number;
  /** Where the folder is in its repository; '' if nobody knows. */
  place: string;
}

export const scriptName = 'prompt-set.mjs';
export const baselineName = 'baseline.jsonl';
const settingsName = 'settings.json';

/** Returns what is in the folder beside script, set and baseline, by the files' names. Throws a `RefusedName`. */
export function ciFiles(plan: CiPlan): Record<string, string> {
  const settings = isPlain(plan) ? undefined : `${JSON.stringify(plan.settings, undefined, 2)}\n`;
  const command = ciCommand(plan);
  return {
    ...(settings !== undefined && { [settingsName]: settings }),
    'workflow.yml': workflow(command, plan),
    'README.md': readme(command, plan),
  };
}

/** Whether the settings are those that the script has by itself. */
function isPlain({ settings }: CiPlan): boolean {
  const usual = { maxTokens: defaultMaxTokens, ...plainSettings };
  return isDeepStrictEqual({ maxTokens: defaultMaxTokens, ...settings }, usual);
}

function ciCommand(plan: CiPlan): string {
  const { set, adapter, base, baseUrl, kind, allowHttp, headerNames, repetitions, points } = plan;
  const words = [
    ...['--set', quoted(set), '--adapter', quoted(adapter)],
    ...(base === undefined ? ['--baseline', baselineName] : ['--base', quoted(base)]),
    ...['--base-url', quoted(baseUrl), '--min-difference', String(points)],
    ...(kind ? ['--kind', kind] : []),
    ...(allowHttp ? ['--allow-http'] : []),
    ...headerNames.flatMap((name) => ['--header', quoted(name)]),
    ...(isPlain(plan) ? [] : ['--settings', settingsName]),
    ...(repetitions > 1 ? ['--repetitions', String(repetitions)] : []),
  ];
  return `node ${scriptName} run ${words.join(' ')}`;
}

function workflow(command: string, { place }: CiPlan): string {
  return `name: Prompt set
on:
  pull_request:
  workflow_dispatch:
permissions:
  contents: read
jobs:
  prompt-set:
    runs-on: ubuntu-latest
    timeout-minutes: 60
    defaults:
      run:
        # The folder of prompt-set.mjs.
        working-directory: ${JSON.stringify(place || '.')}
    steps:
      - uses: actions/checkout@v7
        with:
          persist-credentials: false
      - uses: actions/setup-node@v7
        with:
          node-version: 24
      - name: Ask and compare
        env:
          ${keyVariable}: \${{ secrets.${keyVariable} }}
        run: |
          status=0
          ${command} --junit prompt-set-run/junit.xml || status=$?
          if [ "$status" -eq 2 ]; then
            echo "::warning::The prompt set can't tell whether the adapter is worse."
            exit 0
          fi
          exit "$status"
      - uses: actions/upload-artifact@v7
        if: always()
        with:
          name: prompt-set-run
          path: \${{ github.workspace }}/${place ? `${place}/` : ''}prompt-set-run
`;
}

function readme(command: string, { set, base, points }: CiPlan): string {
  const renewed =
    base === undefined
      ? `To renew the baseline, once a change is wanted, run the command with \`--save-baseline ${baselineName}\` in place of \`--baseline ${baselineName}\`.`
      : `To compare with earlier outcomes instead, run the command with \`--save-baseline ${baselineName}\`, and from then on with \`--baseline ${baselineName}\` in place of \`--base\`.`;
  return `# ${set} in CI

Needs Node 20 or newer. In any shell, in this folder, once the key is set:

    node --version
    ${command}

The key: \`export ${keyVariable}=…\` in bash, \`$env:${keyVariable} = "…"\` in PowerShell, \`set ${keyVariable}=…\` in cmd.
On GitHub: move workflow.yml to .github/workflows, and add the secret ${keyVariable}.

**Red** means worse: by the interval, not by chance, or the run could not be made.
Green means not worse by ${points} points or more. A warning means that the set can't tell: it has too few prompts for that.
Exit codes: 0 not worse, 1 worse, 2 can't tell, 3 could not run. \`--strict\` makes 2 red.

${renewed}

All answers are in prompt-set-run; *Import Results…* in VS Code opens that folder with its page.
\`node ${scriptName} --help\` lists the options.
`;
}

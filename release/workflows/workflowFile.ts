import { load } from 'js-yaml';
import * as v from 'valibot';

const text = v.optional(v.string());
const values = v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]));
const scopes = [
  'actions',
  'attestations',
  'checks',
  'contents',
  'id-token',
  'issues',
  'packages',
  'pull-requests',
] as const;
const permissions = v.partial(
  v.strictObject(v.entriesFromList(scopes, v.picklist(['read', 'write', 'none']))),
);
const runner = v.pipe(v.string(), v.regex(/^(?:(?:ubuntu|macos|windows)-latest|\$\{\{ matrix\.os \}\})$/u));
const concurrency = v.strictObject({
  group: v.string(),
  'cancel-in-progress': v.union([v.boolean(), v.string()]),
});

// Strict: what GitHub would silently ignore, as a misspelt key, is refused. Keys that hide a failure, as continue-on-error, are
// left out on purpose.
const step = v.strictObject({
  ...{ id: text, name: text, if: text, uses: text, run: text, shell: text, 'working-directory': text },
  with: v.optional(values),
  env: v.optional(values),
});
const job = v.strictObject({
  ...{ name: text, if: text, uses: text, environment: text, 'runs-on': v.optional(runner) },
  needs: v.optional(
    v.union([
      v.array(v.string()),
      v.pipe(
        v.string(),
        v.transform((name) => [name]),
      ),
    ]),
    [],
  ),
  permissions: v.optional(permissions),
  concurrency: v.optional(concurrency),
  outputs: v.optional(v.record(v.string(), v.string())),
  strategy: v.optional(
    v.strictObject({ 'fail-fast': v.boolean(), matrix: v.record(v.string(), v.array(v.unknown())) }),
  ),
  'timeout-minutes': v.optional(v.number()),
  env: v.optional(values),
  with: v.optional(values),
  steps: v.optional(v.array(step), []),
});
const workflow = v.strictObject({
  name: v.string(),
  on: v.record(v.string(), v.unknown()),
  permissions,
  concurrency,
  jobs: v.record(v.string(), job),
});

export type Step = v.InferOutput<typeof step>;
export type Job = v.InferOutput<typeof job>;
export type Workflow = v.InferOutput<typeof workflow>;

/** Returns the workflow in a file of `.github/workflows`, or what GitHub would not understand, or ignore, in it. */
export function readWorkflow(yaml: string): Workflow | string[] {
  let content: unknown;
  try {
    content = load(yaml);
  } catch (error) {
    return [String(error).split('\n', 1)[0] ?? ''];
  }
  const result = v.safeParse(workflow, content);
  if (result.success) return result.output;
  return result.issues.map((issue) => `${v.getDotPath(issue) ?? 'workflow'}: ${issue.message}`);
}

/** The actions that a workflow uses, without the files of this repository. */
export function actionsOf({ jobs }: Workflow): string[] {
  return Object.values(jobs)
    .flatMap(({ uses, steps }) => [uses, ...steps.map((one) => one.uses)])
    .filter((uses) => uses !== undefined)
    .filter((uses) => !uses.startsWith('./'));
}

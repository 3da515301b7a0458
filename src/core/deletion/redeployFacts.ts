import * as v from 'valibot';

// The service's own field names, which a redeploying script needs (interface-spec 2.1 and 2.2).
const fields = ['base_model_name', 'model_source', 'model_name', 'hub_revision'] as const;
const withDeployment = v.object({ active_deployment: v.record(v.string(), v.unknown()) });

/**
 * Returns what is needed to redeploy a deleted LoRA, from the service's own object: one `field: "value"` per line, which is
 * YAML and reads well in a ticket. Leaves out what the service did not give.
 */
export function redeployFacts(name: string, object: unknown): string {
  const deployment = v.is(withDeployment, object) ? object.active_deployment : {};
  const lines = fields.flatMap((field) => {
    const value = deployment[field];
    return typeof value === 'string' ? [`${field}: ${JSON.stringify(value)}`] : [];
  });
  return `${[`name: ${JSON.stringify(name)}`, ...lines].join('\n')}\n`;
}

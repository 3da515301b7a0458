import * as v from 'valibot';

// The service's own field names, as a script that deploys anew needs them (interface-spec 2.1 and 2.2).
const fields = ['base_model_name', 'model_source', 'model_name', 'hub_revision'] as const;
const withDeployment = v.object({ active_deployment: v.record(v.string(), v.unknown()) });

/**
 * What is needed to deploy a deleted LoRA again, from the service's own object: one `field: "value"` a line, which is YAML and
 * reads well in a ticket. What the service did not give is left out.
 */
export function redeployFacts(name: string, object: unknown): string {
  const deployment = v.is(withDeployment, object) ? object.active_deployment : {};
  const lines = fields.flatMap((field) => {
    const value = deployment[field];
    return typeof value === 'string' ? [`${field}: ${JSON.stringify(value)}`] : [];
  });
  return `${[`name: ${JSON.stringify(name)}`, ...lines].join('\n')}\n`;
}

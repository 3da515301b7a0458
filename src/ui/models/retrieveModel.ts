import type { Model, ServiceClient } from '../../api/index.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import type { QueryOptions } from '../shared/stoppable.ts';

export interface RetrievedModel {
  model: Model;
  /** The service's answer as received. */
  raw: unknown;
}

/** Retrieves an entry from the service (interface-spec 4.3, 4.6). Rejects with a `ServiceError`. */
export async function retrieveModel(
  client: Pick<ServiceClient, 'getLora' | 'getBaseModel'>,
  { kind, name }: Pick<ModelRef, 'kind' | 'name'>,
  options: Partial<QueryOptions> = {},
): Promise<RetrievedModel> {
  let raw: unknown;
  const onRaw = (json: unknown) => {
    raw = json;
  };
  const whole = { ...options, onRaw };
  const model = kind === 'lora' ? await client.getLora(name, whole) : await client.getBaseModel(name, whole);
  return { model, raw };
}

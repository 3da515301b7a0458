import type { Model, ServiceClient } from '../../api/index.ts';
import type { ModelRef } from '../../core/modelKey.ts';

export interface RetrievedModel {
  model: Model;
  /** The service's own answer. */
  raw: unknown;
}

/** Retrieves an entry afresh (interface-spec 4.3, 4.6). Rejects with a `ServiceError`. */
export async function retrieveModel(
  client: Pick<ServiceClient, 'getLora' | 'getBaseModel'>,
  { kind, name }: Pick<ModelRef, 'kind' | 'name'>,
): Promise<RetrievedModel> {
  let raw: unknown;
  const onRaw = (json: unknown) => {
    raw = json;
  };
  const model =
    kind === 'lora' ? await client.getLora(name, { onRaw }) : await client.getBaseModel(name, { onRaw });
  return { model, raw };
}

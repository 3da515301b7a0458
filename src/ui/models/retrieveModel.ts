import type { CallOptions, Model, ServiceClient } from '../../api/index.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';

export interface RetrievedModel {
  model: Model;
  /** The service's answer as received. */
  raw: unknown;
}

/** How to stop a retrieve and follow its waits. */
export type RetrieveOptions = Pick<CallOptions, 'signal' | 'onRetry' | 'onWaited'>;

/** Retrieves an entry afresh (interface-spec 4.3, 4.6). Rejects with a `ServiceError`. */
export async function retrieveModel(
  client: Pick<ServiceClient, 'getLora' | 'getBaseModel'>,
  { kind, name }: Pick<ModelRef, 'kind' | 'name'>,
  options: RetrieveOptions = {},
): Promise<RetrievedModel> {
  let raw: unknown;
  const onRaw = (json: unknown) => {
    raw = json;
  };
  const whole = { ...options, onRaw };
  const model = kind === 'lora' ? await client.getLora(name, whole) : await client.getBaseModel(name, whole);
  return { model, raw };
}

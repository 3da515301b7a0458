/** The service's objects as they travel: interface-spec.md section 2, field by field. */

export interface WireCreator {
  /** The spec shows `USER` only; the samples have others as well. */
  actor_type?: string;
  api_key?: { name?: string } | null;
  user?: { first_name?: string; last_name?: string; email?: string; profile_image_url?: string } | null;
}

export interface WireBaseModelDeployment {
  /** Unix seconds. */
  created_at?: number;
  creator?: WireCreator | null;
  model_name?: string;
  model_source?: string;
}

export interface WireLoraDeployment extends WireBaseModelDeployment {
  base_model_name?: string;
  /** Commit hash form. */
  hub_revision?: string;
}

/** `null` is for tests of a liberal reader; the samples leave an absent deployment out. */
export interface WireLora {
  name: string;
  unit_price: number;
  active_deployment?: WireLoraDeployment | null;
}

export interface WireBaseModel {
  name: string;
  unit_price: number;
  active_deployment?: WireBaseModelDeployment | null;
}

/** What the service answers from: change it and the next answer has it. */
export interface Catalog {
  loras: WireLora[];
  baseModels: WireBaseModel[];
}

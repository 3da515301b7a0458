/** The service's objects as they travel: interface-spec.md section 2, field by field. */

export interface WireCreator {
  /** The spec shows only `USER`; the samples have others too. */
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

/** `null` is for tests of a lenient reader; the samples omit an absent deployment. */
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

/** The service's data: changes show in the next answer. */
export interface Catalog {
  loras: WireLora[];
  baseModels: WireBaseModel[];
}

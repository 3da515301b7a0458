import type { BaseModel, CallOptions, Lora } from '../api/types.ts';

/** What the service's client does with models. Take a `Pick` of what you call. */
export interface ModelClient {
  listLoras(options?: CallOptions): Promise<Lora[]>;
  getLora(name: string, options?: CallOptions): Promise<Lora>;
  deleteLora(name: string, options?: CallOptions): Promise<Lora | undefined>;
  listBaseModels(options?: CallOptions): Promise<BaseModel[]>;
  getBaseModel(name: string, options?: CallOptions): Promise<BaseModel>;
}

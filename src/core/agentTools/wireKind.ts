/** The kinds of models as the tools name them. */
export const wireKind = { lora: 'lora', baseModel: 'base_model' } as const;

/** The same the other way round. */
export const modelKind = { lora: 'lora', base_model: 'baseModel' } as const;

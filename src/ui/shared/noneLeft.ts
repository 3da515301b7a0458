/** Does not compile where something is left in `T`. */
export type NoneLeft<T extends never> = T;

/** Fails to compile if anything is left in `T`. */
export type NoneLeft<T extends never> = T;

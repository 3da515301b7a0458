import type { CompareToHost } from '../../../protocol/compare.ts';

/** Says something to the host. */
export type Tell = (message: CompareToHost) => void;

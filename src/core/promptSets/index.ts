export { holm } from './verdict/holm.ts';
export { wilson } from './verdict/intervals.ts';
export { pairedVerdict, type Verdict } from './verdict/pairedVerdict.ts';

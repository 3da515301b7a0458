export { checkAnswer } from './checkAnswer.ts';
export type { SetItem, SetOptions } from './file/readRows.ts';
export type { SetProblem } from './file/setProblem.ts';
export type { Check, CheckResult, Prompt } from './prompt.ts';
export { readPromptSet } from './readPromptSet.ts';
export { holm } from './verdict/holm.ts';
export { wilson } from './verdict/intervals.ts';
export { pairedVerdict, type Verdict } from './verdict/pairedVerdict.ts';

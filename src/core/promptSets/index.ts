export { batchLine } from './batch/batchLine.ts';
export { Checker } from './checker.ts';
export type { BatchItem } from './file/batchRows.ts';
export type { SetItem, SetOptions } from './file/readRows.ts';
export type { SetProblem } from './file/setProblem.ts';
export type { Check, CheckResult, Prompt } from './prompt.ts';
export { readBatchOutput } from './readBatchOutput.ts';
export { readPromptSet } from './readPromptSet.ts';
export { pairedVerdict, type Verdict } from './verdict/pairedVerdict.ts';

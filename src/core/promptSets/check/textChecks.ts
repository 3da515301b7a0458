import { type CheckName, listOf, textOf } from './checkTypes.ts';
import { isWithin, lastNumber, toleratedNumber } from './numbers.ts';

type TextCheck = (answer: string, value: unknown) => boolean;

const contains: (isFound: (list: string[], test: (text: string) => boolean) => boolean) => TextCheck =
  (isFound) => (answer, value) =>
    isFound(listOf(value) ?? [], (text) => answer.includes(text));

const any = contains((list, test) => list.some(test));
const all = contains((list, test) => list.every(test));

/** Ignores case, as promptfoo does. */
const lower =
  (check: TextCheck): TextCheck =>
  (answer, value) =>
    check(
      answer.toLowerCase(),
      Array.isArray(value) ? value.map((one) => String(one).toLowerCase()) : lowerText(value),
    );

const lowerText = (value: unknown) => textOf(value)?.toLowerCase();
const includes: TextCheck = (answer, value) => answer.includes(textOf(value) ?? '');

/** The checks that take no longer than reading the answer once or twice. The others are in `workerChecks.ts`. */
export const textChecks: Readonly<Partial<Record<CheckName, TextCheck>>> = {
  equals: (answer, value) => String(value) === answer,
  'equals-any': (answer, value) => (listOf(value) ?? []).some((text) => text.trim() === answer.trim()),
  contains: includes,
  icontains: lower(includes),
  'contains-any': any,
  'contains-all': all,
  'icontains-any': lower(any),
  'icontains-all': lower(all),
  'starts-with': (answer, value) => answer.startsWith(textOf(value) ?? ''),
  number: (answer, value) => {
    const [found, wanted] = [lastNumber(answer), toleratedNumber(value)];
    return found !== undefined && wanted !== undefined && isWithin(found, wanted);
  },
  maxLength: (answer, value) => [...answer].length <= Number(value),
};

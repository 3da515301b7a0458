import type { Model } from '../../../src/api/types.ts';
import type { FilterContext } from '../../../src/core/models/modelFilter.ts';

/** The filter by its description, letter by letter, without any regular expression of the one under test. */
export function plainFilter(text: string, model: Model, context: FilterContext): boolean {
  return wordsOf(text).every((word) => wordHolds(word, model, context));
}

function wordsOf(text: string): string[] {
  const words: string[] = [];
  let word = '';
  let isQuoted = false;
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted;
    if (letter.trim() === '' && !isQuoted) {
      words.push(word);
      word = '';
    } else word += letter;
  }
  words.push(word);
  // A word of nothing but a dash and quotes has no effect.
  return words.filter((one) => {
    const rest = one.startsWith('-') ? one.slice(1) : one;
    return [...rest].some((letter) => letter !== '"');
  });
}

function wordHolds(word: string, model: Model, context: FilterContext): boolean {
  if (word.startsWith('-')) return !wordHolds(word.slice(1), model, context);
  const colon = word.indexOf(':');
  const head = (colon < 0 ? word : word.slice(0, colon)).toLowerCase();
  const given = colon < 0 ? '' : word.slice(colon + 1);
  const value = given.split('"').join('').toLowerCase();
  const fits = (one: string | undefined) => {
    if (one === undefined) return false;
    const low = one.toLowerCase();
    return given.startsWith('"') ? low === value : low.includes(value);
  };
  if (head === '@deployed') return model.activeDeployment !== undefined;
  if (head === '@undeployed') return model.activeDeployment === undefined;
  if (head === '@changed') return context.isChanged(model);
  if (head === '@base')
    return fits(model.kind === 'lora' ? model.activeDeployment?.baseModelName : model.name);
  if (head === '@creator') return namesOf(model).some(fits);
  if (head === '@older') {
    const days = daysOf(value);
    const created = model.activeDeployment?.createdAt;
    if (days !== undefined) return created !== undefined && context.now / 1000 - created > days * 86_400;
  }
  return model.name.toLowerCase().includes(word.split('"').join('').toLowerCase());
}

function namesOf(model: Model): string[] {
  const creator = model.activeDeployment?.creator;
  const user = creator?.user ?? {};
  const full = [user.firstName ?? '', user.lastName ?? ''].filter((name) => name !== '').join(' ');
  return [full, user.email ?? '', creator?.apiKeyName ?? ''].filter((name) => name !== '');
}

/** Returns `undefined` if the text isn't an age. */
function daysOf(text: string): number | undefined {
  const unit = text.endsWith('mo') ? 'mo' : text.slice(-1);
  const factor = { d: 1, w: 7, m: 30, mo: 30, y: 365 }[unit];
  const digits = factor === undefined ? text : text.slice(0, -unit.length);
  const isNumber = digits !== '' && [...digits].every((letter) => letter >= '0' && letter <= '9');
  return isNumber ? Number(digits) * (factor ?? 1) : undefined;
}

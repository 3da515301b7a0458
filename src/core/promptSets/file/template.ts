import { RowFault, saysHowMany } from './setProblem.ts';

const slot = /\{\{\s*([A-Za-z_$][\w$]*)\s*\}\}/gu;
const otherNunjucks = /\{\{(?!\s*[A-Za-z_$][\w$]*\s*\}\})|\{[%#]/u;

/** Returns a text with `{{name}}` replaced by the variable of that name. */
export type Filler = (text: string) => string;

/** Fills promptfoo's templates, as far as they are `{{name}}` alone. Throws a `RowFault` for others. */
export function strictFill(vars: ReadonlyMap<string, string>): Filler {
  return (text) => {
    if (otherNunjucks.test(text))
      throw new RowFault(saysHowMany('Left out: the template has more than “{{name}}” ({0}).'), {
        isCounted: true,
      });
    return text.replace(slot, (_, name: string) => {
      const value = vars.get(name);
      if (value === undefined)
        throw new RowFault(saysHowMany('Left out: the variable “{0}” has no value ({1}).', name), {
          isCounted: true,
        });
      return value;
    });
  };
}

/** Fills what names a column, and adds the name to `used`. All else may just be text with braces. */
export function columnFill(cells: ReadonlyMap<string, string>, used: Set<string>): Filler {
  return (text) =>
    text.replace(slot, (whole, name: string) => {
      const cell = cells.get(name);
      if (cell !== undefined) used.add(name);
      return cell ?? whole;
    });
}

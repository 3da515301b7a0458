import { maxRowLength } from './byteLines.ts';
import { leftOut, RowFault, says, saysHowMany } from './setProblem.ts';

const slot = /\{\{\s*([A-Za-z_$][\w$]*)\s*\}\}/gu;
const otherNunjucks = /\{\{(?!\s*[A-Za-z_$][\w$]*\s*\}\})|\{[%#]/u;

/**
 * Returns a text of a row with `{{name}}` replaced by the variable of that name. Throws a `RowFault` once that has made the row's texts
 * too long: a short one may name a long variable a thousand times.
 */
export type Filler = (text: string) => string;

/** `used` gets the names of what was filled in. */
function filler(find: (name: string) => string | undefined, used: Set<string>): Filler {
  let length = 0;
  return (text) =>
    text.replace(slot, (whole, name: string) => {
      const found = find(name);
      if (found !== undefined) used.add(name);
      const value = found ?? whole;
      length += value.length;
      if (length > maxRowLength)
        throw new RowFault(says('Left out: longer than 4 MB once its templates are filled.'));
      return value;
    });
}

/**
 * Fills promptfoo's templates, as far as they are `{{name}}` alone. Throws a `RowFault` for others, also in a variable that is named:
 * promptfoo would fill that, too.
 */
export function strictFill(vars: ReadonlyMap<string, string>, used: Set<string>): Filler {
  const fill = filler((name) => {
    const value = vars.get(name);
    if (value === undefined)
      throw leftOut(saysHowMany('Left out: the variable “{0}” has no value ({1}).', name));
    if (/\{\{|\{%/u.test(value))
      throw leftOut(saysHowMany('Left out: a variable has a template in it ({0}).'));
    return value;
  }, used);
  return (text) => {
    if (otherNunjucks.test(text))
      throw leftOut(saysHowMany('Left out: the template has more than “{{name}}” ({0}).'));
    return fill(text);
  };
}

/** Fills what names a column. All else may just be text with braces. */
export function columnFill(cells: ReadonlyMap<string, string>, used: Set<string>): Filler {
  return filler((name) => cells.get(name), used);
}

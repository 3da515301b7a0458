import { maxRowLength } from './byteLines.ts';
import { RowFault, says, saysHowMany } from './setProblem.ts';

const slot = /\{\{\s*([A-Za-z_$][\w$]*)\s*\}\}/gu;
const otherNunjucks = /\{\{(?!\s*[A-Za-z_$][\w$]*\s*\}\})|\{[%#]/u;

/**
 * Returns a text of a row with `{{name}}` replaced by the variable of that name. Throws a `RowFault` once that has made the row's texts
 * too long: a short one may name a long variable a thousand times.
 */
export type Filler = (text: string) => string;

function filler(find: (name: string) => string | undefined): Filler {
  let length = 0;
  return (text) =>
    text.replace(slot, (whole, name: string) => {
      const value = find(name) ?? whole;
      length += value.length;
      if (length > maxRowLength)
        throw new RowFault(says('Left out: longer than 4 MB once its templates are filled.'));
      return value;
    });
}

/** Fills promptfoo's templates, as far as they are `{{name}}` alone. Throws a `RowFault` for others, too. */
export function strictFill(vars: ReadonlyMap<string, string>): Filler {
  const fill = filler((name) => {
    const value = vars.get(name);
    if (value === undefined)
      throw new RowFault(saysHowMany('Left out: the variable “{0}” has no value ({1}).', name), {
        isCounted: true,
      });
    return value;
  });
  return (text) => {
    if (otherNunjucks.test(text))
      throw new RowFault(saysHowMany('Left out: the template has more than “{{name}}” ({0}).'), {
        isCounted: true,
      });
    return fill(text);
  };
}

/** Fills what names a column, and adds the name to `used`. All else may just be text with braces. */
export function columnFill(cells: ReadonlyMap<string, string>, used: Set<string>): Filler {
  return filler((name) => {
    const cell = cells.get(name);
    if (cell !== undefined) used.add(name);
    return cell;
  });
}

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readLora } from '../../../src/api/answer/modelWire.ts';
import type { Lora } from '../../../src/api/types.ts';
import { type CsvCell, csvText } from '../../../src/core/csvText.ts';
import { modelsJson } from '../../../src/core/models/exportedModels.ts';
import { holds } from './holds.ts';

/**
 * Reads CSV by RFC 4180, character by character, as a second opinion on what was written. With `isStrict` it throws if the text
 * violates the RFC; without, it reads like a spreadsheet that expects another separator: text after a closing quote belongs to
 * the cell, and any line end ends the row.
 */
function readCsv(text: string, separator = ',', isStrict = true): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const demand = (holds: boolean, what: string): void => {
    if (isStrict && !holds) throw new Error(what);
  };
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; at < text.length && (text[at] !== '"' || text[at + 1] === '"'); at += 1) {
        cell += text[at];
        if (text[at] === '"') at += 1;
      }
      demand(text[at] === '"', 'A quoted cell has no end.');
      at += 1;
      demand(text[at] === separator || text.startsWith('\r\n', at), 'A quoted cell goes on.');
    }
    for (; at < text.length && text[at] !== separator && !/[\r\n]/.test(text[at] ?? ''); at += 1) {
      demand(text[at] !== '"', 'A plain cell holds a quote.');
      cell += text[at];
    }
    row.push(cell);
    demand(text[at] === separator || text.startsWith('\r\n', at), 'A row has no end.');
    if (text[at] !== separator) {
      rows.push(row);
      row = [];
      if (text.startsWith('\r\n', at)) at += 1;
    }
    at += 1;
  }
  return row.length > 0 ? [...rows, row] : rows;
}

/** A cell that a spreadsheet might run as a formula, whatever it trims. */
const formula = /^(?:[\s"]*[=+\-@＝＋－＠]|[\t\r])/u;

const starters = ['=', '+', '-', '@', '\t', '\r', '\n', "'", '"', ',', ';', ' ', '＝', 'x'];
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...starters), maxLength: 8 }),
);
const cell: fc.Arbitrary<CsvCell> = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(undefined),
);

const table = fc
  .integer({ min: 1, max: 4 })
  .chain((width) => fc.array(fc.tuple(text, fc.array(cell, { minLength: width, maxLength: width }))))
  .map((rows) => rows.map(([first, others]): [string, ...CsvCell[]] => [first, ...others]));

/** Removes the apostrophes that keep formulas from running, as the README describes. */
function asWritten(cell: string): string {
  const cellStart = /(?<![^;\t])'(?:(?=[\s"']*?[=+\-@\t\r\n＝＋－＠])|(?<!^')(?=[\s"']*$))/u;
  const lineStart = /(?<=[\r\n])'(?=(?:[^\S\r\n]|["'])*?(?:[=+\-@\t＝＋－＠]|$))/u;
  return cell.replace(new RegExp(`${cellStart.source}|${lineStart.source}`, 'gu'), '');
}

describe('Any table as CSV', () => {
  holds(
    'reads back unchanged, except for apostrophes that keep formulas from running',
    500,
    fc.property(table, (rows) => {
      const written = csvText(rows);
      assert.equal(written[0], '\uFEFF');
      const read = readCsv(written.slice(1));
      assert.equal(read.length, rows.length);
      for (const [index, row] of rows.entries()) {
        for (const [column, value] of row.entries()) {
          const got = read[index]?.[column] ?? 'missing';
          if (typeof value === 'string') assert.equal(asWritten(got), value);
          else assert.equal(got, value === undefined ? '' : String(value));
        }
      }
    }),
  );

  it('leaves blank lines and text as they are', () => {
    assert.equal(csvText([['One.\n\n- Two.\n\nThree.']]), '\uFEFF"One.\n\n\'- Two.\n\nThree."\r\n');
  });

  holds(
    'contains no formula, whether the reader splits it at commas, semicolons or tabs',
    1000,
    fc.property(table, fc.constantFrom(',', ';', '\t'), (rows, separator) => {
      const cells = readCsv(csvText(rows).slice(1), separator, false).flat();
      const isNumber = (cell: string) => /^-?\d+(?:\.\d+)?(?:e[+-]\d+)?$/.test(cell);
      assert.deepEqual(
        cells.filter((cell) => formula.test(cell) && !isNumber(cell)),
        [],
      );
    }),
  );
});

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const bare: fc.RecordConstraints<never> = { requiredKeys: [], noNullPrototype: true };
const whole = fc.record(
  {
    baseModelName: text,
    createdAt: fc.integer(),
    modelName: text,
    modelSource: text,
    hubRevision: text,
    creator: fc.record(
      {
        actorType: text,
        apiKeyName: text,
        user: fc.record({ firstName: text, lastName: text, email: text, profileImageUrl: text }, bare),
      },
      bare,
    ),
  },
  bare,
);

describe('Any LoRA as JSON', () => {
  holds(
    'reads back unchanged',
    300,
    fc.property(
      fc.record(
        {
          name: fc.string({ minLength: 1 }),
          unitPrice: optional(fc.double({ noNaN: true, noDefaultInfinity: true })),
          activeDeployment: optional(whole),
        },
        { noNullPrototype: true },
      ),
      (fields) => {
        const lora: Lora = { kind: 'lora', ...fields };
        const connection = { name: 'Acme', baseUrl: 'https://acme.example' };
        const { loras } = JSON.parse(modelsJson([lora], { connection, listedAt: 0, filter: '' }));
        // JSON has no -0.
        const price = lora.unitPrice === undefined ? undefined : lora.unitPrice + 0;
        assert.deepEqual(loras.map(readLora), [{ ...lora, unitPrice: price }]);
      },
    ),
  );
});

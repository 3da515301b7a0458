import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Lora } from '../../../src/api/types.ts';
import { readLora } from '../../../src/api/wire.ts';
import { type CsvCell, csvText } from '../../../src/core/models/csv.ts';
import { modelsJson } from '../../../src/core/models/exportModels.ts';
import { holds } from './holds.ts';

/** RFC 4180 once more, read letter by letter: a second opinion on what was written. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; ; at += 1) {
        if (at >= text.length) throw new Error('A quoted cell has no end.');
        if (text[at] !== '"') cell += text[at];
        else if (text[at + 1] === '"') {
          cell += '"';
          at += 1;
        } else break;
      }
      at += 1;
    } else {
      while (at < text.length && text[at] !== ',' && text[at] !== '\r') {
        if (text[at] === '"' || text[at] === '\n') throw new Error('A plain cell holds what it may not.');
        cell += text[at];
        at += 1;
      }
    }
    row.push(cell);
    if (text[at] === ',') at += 1;
    else if (text.startsWith('\r\n', at)) {
      rows.push(row);
      row = [];
      at += 2;
    } else throw new Error(`A cell ends with ${JSON.stringify(text[at])}.`);
  }
  if (row.length > 0) throw new Error('The last row has no end.');
  return rows;
}

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

describe('Any table as CSV', () => {
  holds(
    'is read by another reader as it went in, but for an apostrophe that keeps formulas from running',
    500,
    fc.property(
      fc
        .integer({ min: 2, max: 5 })
        .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }))),
      (rows) => {
        const written = csvText(rows);
        assert.equal(written[0], '\uFEFF');
        const read = readCsv(written.slice(1));
        assert.equal(read.length, rows.length);
        for (const [index, row] of rows.entries()) {
          for (const [column, value] of row.entries()) {
            const got = read[index]?.[column] ?? 'missing';
            if (typeof value !== 'string') assert.equal(got, value === undefined ? '' : String(value));
            else {
              assert.doesNotMatch(got, /^[=+\-@\t\r\n＝＋－＠]/u);
              assert.equal(/^'+[=+\-@\t\r\n＝＋－＠]/u.test(got) ? got.slice(1) : got, value);
            }
          }
        }
      },
    ),
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
    'is read back as it was',
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

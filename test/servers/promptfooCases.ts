/** A check, and an answer that it is tried on. */
export interface PromptfooCase {
  type: string;
  value?: unknown;
  answer: string;
  /** The check as a cell of `__expected`. */
  cell?: string;
  /** promptfoo finds otherwise, and the documentation says why. */
  isOursAlone?: true;
}

const schema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', minLength: 2 }, age: { type: 'integer', minimum: 0 } },
  additionalProperties: false,
};
const yamlSchema = 'type: object\nrequired: [name]\n';
const fenced = 'Here it is:\n```json\n{"name":"Ada","age":3}\n```\nAnything else?';

/** Each check that promptfoo has, too, with the answers that it is tried on, also negated. */
const shared: [type: string, value: unknown, answers: string[], cell?: string][] = [
  ['equals', 'Paris', ['Paris', 'paris', 'Paris.', ' Paris'], 'equals:Paris'],
  ['equals', 42, ['42', '42.0', '4 2']],
  ['equals', { a: [1, 2] }, ['{"a":[1,2]}', '{ "a": [1, 2] }', '{"a":[2,1]}', 'a']],
  ['contains', 'refund', ['a refund', 'Refund', 'none'], 'contains:refund'],
  ['contains', 7, ['17', '8']],
  ['icontains', 'REFUND', ['a Refund', 'fund'], 'icontains:REFUND'],
  ['icontains', 'straße', ['STRASSE', 'Straße']],
  ['contains-any', ['a', 'b'], ['xbx', 'AB', 'c']],
  ['contains-any', 'a, "b, c"', ['b, c', 'b', 'a'], 'contains-any:a, "b, c"'],
  ['contains-all', ['a', 'b'], ['ba', 'a']],
  ['contains-all', 'one,two', ['two, one', 'one'], 'contains-all:one,two'],
  ['icontains-any', ['Ä', 'ö'], ['ä', 'Ö', 'u']],
  ['icontains-all', 'A,b', ['aB', 'a'], 'icontains-all:A,b'],
  ['starts-with', 'No', ['No.', 'no', ' No'], 'starts-with:No'],
  ['regex', '^\\d{3}$', ['123', '1234'], 'regex:^\\d{3}$'],
  ['regex', '(?<!a)b', ['ab', 'cb']],
  ['is-json', undefined, ['{"a":1}', '[1]', '3', 'null', '{a:1}', fenced], 'is-json'],
  ['is-json', schema, ['{"name":"Ada"}', '{"name":"A"}', '{"age":3}', '{"name":"Ada","x":1}', 'x']],
  ['is-json', yamlSchema, ['{"name":1}', '{}'], `is-json:${yamlSchema}`],
  ['contains-json', undefined, [fenced, 'none', '[1]'], 'contains-json'],
  ['contains-json', schema, [fenced, '{"x":1} {"name":"Ada"}', '{"x":1}']],
];

const byAnswer = shared.flatMap(([type, value, answers, cell]) =>
  answers.map((answer) => ({ type, value, answer, ...(cell !== undefined && { cell }) })),
);

/** Each also with `not-` before it, and the ones in which we differ on purpose. */
export const promptfooCases: readonly PromptfooCase[] = [
  ...byAnswer,
  ...byAnswer.map(({ cell, ...rest }) => ({
    ...rest,
    type: `not-${rest.type}`,
    ...(cell !== undefined && { cell: `not-${cell}` }),
  })),
  { type: 'regex', value: 'a|b', answer: 'c', cell: 'regex:a|b' },
  // promptfoo's documentation says valid JSON, but it closes what is cut off and reads YAML: a word in braces is an object.
  { type: 'contains-json', answer: '{"a": 1', isOursAlone: true },
  { type: 'contains-json', answer: 'Dear {name}', isOursAlone: true },
];

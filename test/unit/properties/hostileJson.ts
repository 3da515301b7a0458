import fc, { type Arbitrary } from 'fast-check';

const fields = [
  '',
  ...'name unit_price active_deployment created_at creator actor_type api_key user email model_name'.split(
    ' ',
  ),
  ...'choices delta message content text thinking reasoning tool_calls function arguments index id'.split(
    ' ',
  ),
  ...'finish_reason usage completion_tokens prompt_tokens error detail loc msg code status object data'.split(
    ' ',
  ),
  ...'__proto__ constructor prototype toString length'.split(' '),
];

const leaf: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...['null', 'true', 'false', '0', '-0', '1e999', '-1e999', '12345678901234567890', '0.1'],
    ...['2147483648', '[]', '{}'],
  ),
  fc.constantFrom('"\\ud800"', '"\\udc00x"', '"\\u0000"', '"\\u202e"', '"error"', '"stop"', '""', '"x"'),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
);

/**
 * JSON as text, because part of the test is what JSON.parse makes of it: keys that our code or Object.prototype uses, duplicate
 * keys, numbers beyond a double, lone surrogates.
 */
export const jsonText: Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.letrec<{ json: string }>((tie) => ({ json: node(tie('json')) })).json },
  fc.json(),
  // Nested as deep as a hostile answer within the size limit can be.
  fc
    .constantFrom('[', '{"error":', '{"choices":[{"delta":{"tool_calls":[{"function":{"arguments":')
    .chain((open) => deep(open)),
);

function node(inner: Arbitrary<string>): Arbitrary<string> {
  const key = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...fields) }, fc.string());
  return fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    leaf,
    fc
      .array(fc.tuple(key, inner), { maxLength: 6 })
      .map((entries) => `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
    fc.array(inner, { maxLength: 5 }).map((items) => `[${items.join(',')}]`),
  );
}

function deep(open: string): Arbitrary<string> {
  return fc.constantFrom(10, 1000, 20_000).map((depth) => {
    const nested = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    const close = [...open]
      .reverse()
      .map((sign) => (sign === '{' ? '}' : sign === '[' ? ']' : ''))
      .join('');
    return open + nested + close;
  });
}

const tool = (name: string, parameters: object) => ({ type: 'function', function: { name, parameters } });

export const callTools = [
  tool('get_weather', {
    type: 'object',
    required: ['city'],
    properties: {
      city: { type: 'string' },
      unit: { type: 'string', enum: ['C', 'F'] },
      days: { type: 'integer', minimum: 1 },
    },
    additionalProperties: false,
  }),
  tool('get_time', { type: 'object', properties: { zone: { type: 'string' } } }),
  { type: 'function', function: { name: 'no_parameters' } },
];

export type CallForm = (typeof forms)[number];
const forms = ['OpenAI', 'Hermes', 'ToolACE', 'JSON as text'] as const;

interface Call {
  name: string;
  /** JSON, perhaps broken. */
  arguments: string;
}

const calls: readonly Call[] = [
  { name: 'get_weather', arguments: '{"city":"Oslo"}' },
  { name: 'get_weather', arguments: '{"city":"Bergen","unit":"C","days":2}' },
  { name: 'get_weather', arguments: '{"unit":"F"}' },
  { name: 'get_weather', arguments: '{"city":"Oslo","wind":true}' },
  { name: 'get_weather', arguments: '{"city":"Oslo","days":"two"}' },
  { name: 'get_weather', arguments: '{"city":"Oslo"' },
  { name: 'get_weather', arguments: '' },
  { name: 'get_weather', arguments: '["Oslo"]' },
  { name: 'get_time', arguments: '{}' },
  { name: 'get_time', arguments: '{"zone":"CET","more":1}' },
  { name: 'get_time', arguments: 'null' },
  { name: 'no_parameters', arguments: '{}' },
  { name: 'send_mail', arguments: '{}' },
  { name: 'getTime', arguments: '{"zone":"CET"}' },
];

const checks = [
  { type: 'is-valid-openai-tools-call' },
  { type: 'tool-call-f1', value: ['get_weather'] },
  { type: 'tool-call-f1', value: 'get_weather, get_time', threshold: 0.6 },
  { type: 'not-tool-call-f1', value: ['get_time', 'send_mail'], threshold: 0.5 },
];

/** Answers of which each has one to three calls, or none, with and without text beside them. */
export function callCases(count: number): { form: CallForm; message: object; checks: typeof checks }[] {
  return Array.from({ length: count }, (_, at) => {
    const form = forms[at % forms.length] ?? 'OpenAI';
    const nth = Math.floor(at / forms.length);
    const first = nth % (calls.length + 1);
    const many = first === calls.length ? 0 : 1 + (nth % 3);
    const made = Array.from({ length: many }, (_, one) => calls[(first + one * (1 + nth)) % calls.length]);
    const said = made.filter((call) => call !== undefined);
    const around = nth % 2 === 0 ? '' : 'Let me look.\n';
    return { form, message: messageOf(form, said, around, nth), checks };
  });
}

function messageOf(form: CallForm, said: readonly Call[], around: string, nth: number): object {
  if (form === 'OpenAI' && said.length > 0)
    return {
      role: 'assistant',
      content: around === '' ? null : around,
      tool_calls: said.map((call, at) => ({ id: `call_${at}`, type: 'function', function: call })),
    };
  const texts = said.map((call) => textOf(form, call)).join(form === 'ToolACE' ? ', ' : '\n');
  const text = form === 'ToolACE' ? `[${texts}]` : form === 'JSON as text' ? jsonText(said, nth) : texts;
  return { role: 'assistant', content: said.length === 0 ? 'I can’t do that.' : around + text };
}

function textOf(form: CallForm, { name, arguments: args }: Call): string {
  if (form === 'Hermes') return `<tool_call>\n{"name": "${name}", "arguments": ${args}}\n</tool_call>`;
  return `${name}(${args.replace(/^\{|\}$/gu, '').replace(/"(\w+)":/gu, '$1=')})`;
}

/** In the forms of several services. */
function jsonText(said: readonly Call[], nth: number): string {
  const named = said.map(({ name }) => ({ name }));
  switch (nth % 6) {
    case 0:
      return JSON.stringify(said);
    case 1:
      return JSON.stringify({ tool_calls: said.map((call) => ({ function: call })) });
    case 2:
      return named.map((call) => JSON.stringify({ type: 'tool_use', ...call })).join('\n');
    case 3:
      return JSON.stringify(named.map((call) => ({ functionCall: call })));
    case 4:
      return JSON.stringify({ toolCall: { functionCalls: named } });
    default:
      return JSON.stringify(JSON.stringify(said));
  }
}

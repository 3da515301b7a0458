import { optionalFields } from '../../api/config/chatFields.ts';
import {
  type CodeRequest,
  headerVariable,
  indented,
  keyVariable,
  pythonText,
  visibleJson,
} from './codeText.ts';

/** Returns a script that uses the `openai` package. */
export function pythonCode({ apiUrl, body, headerNames }: CodeRequest): string {
  const { known, others } = splitFields(body);
  const given = known.map(([name, value]) => `${name}=${literal(value, 1)},`);
  if (Object.keys(others).length > 0) given.push(`extra_body=${literal(others, 1)},`);
  const headers = headerNames.map(
    (name) => `${pythonText(name)}: os.environ[${pythonText(headerVariable(name))}]`,
  );
  return `# pip install openai
import os

from openai import OpenAI

client = OpenAI(
    base_url=${pythonText(apiUrl)},
    api_key=os.environ[${pythonText(keyVariable)}],
${headers.length > 0 ? `    default_headers={${headers.join(', ')}},\n` : ''})
stream = client.chat.completions.create(
    ${given.join('\n    ')}
)
for chunk in stream:
    for choice in chunk.choices:
        print(choice.delta.content or "", end="", flush=True)
print()
`;
}

function literal(value: unknown, depth: number): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return pythonText(value);
  // As in JSON, a number that is not finite becomes null.
  if (typeof value !== 'object') return Number.isFinite(value) ? String(value) : 'None';
  const items = Array.isArray(value)
    ? value.map((item: unknown) => literal(item, depth + 1))
    : Object.entries(value).map(([name, item]) => `${pythonText(name)}: ${literal(item, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (items.length === 0) return `${open}${close}`;
  const margin = '    '.repeat(depth);
  return `${open}\n${items.map((item) => `${margin}    ${item},\n`).join('')}${margin}${close}`;
}

// The fields that the SDKs' `create` declares; each SDK has its own way to pass others.
const named = new Set<string>([
  'model',
  'messages',
  'stream',
  ...optionalFields,
  'n',
  'user',
  'logprobs',
  'top_logprobs',
  'logit_bias',
  'response_format',
  'parallel_tool_calls',
]);

function splitFields(body: Readonly<Record<string, unknown>>) {
  const kindOf = ([name]: [string, unknown]) => (named.has(name) ? 'known' : 'others');
  const { known = [], others = [] } = Object.groupBy(Object.entries(body), kindOf);
  return { known, others: Object.fromEntries(others) };
}

/** Returns a module that uses the `openai` package. */
export function typescriptCode({ apiUrl, body, headerNames }: CodeRequest): string {
  const { known, others } = splitFields(body);
  const given = known.map(([name, value]) => `${name}: ${indented(visibleJson(value), '  ')},`);
  // Spread, since the SDK's types reject unknown fields.
  if (Object.keys(others).length > 0) given.push(`...${indented(visibleJson(others), '  ')},`);
  const headers = headerNames.map(
    (name) => `${visibleJson(name)}: process.env[${visibleJson(headerVariable(name))}]`,
  );
  return `// npm install openai
import OpenAI from 'openai';

const client = new OpenAI({
  baseURL: ${visibleJson(apiUrl)},
  apiKey: process.env[${visibleJson(keyVariable)}],
${headers.length > 0 ? `  defaultHeaders: { ${headers.join(', ')} },\n` : ''}});
const stream = await client.chat.completions.create({
  ${given.join('\n  ')}
});
for await (const chunk of stream) {
  for (const choice of chunk.choices) process.stdout.write(choice.delta.content ?? '');
}
process.stdout.write('\\n');
`;
}

import { type CodeRequest, headerVariable, keyVariable } from './codeRequest.ts';
import { indented, visibleJson } from './codeText.ts';
import { splitFields } from './sdkFields.ts';

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

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createUndiciTransport, ServiceClient } from '../../src/api/index.ts';
import { promptRequest } from '../../src/core/promptSets/ask/askPrompt.ts';
import { Checker, readPromptSet } from '../../src/core/promptSets/index.ts';
import { listenHere } from '../service/network/listening.ts';
import { key, model, runPromptfoo } from './promptfoo.ts';
import { type CallForm, callCases, callTools } from './toolCallCases.ts';

/** Has promptfoo and us check the same 500 answers with tool calls, in four forms, and compares what each check found. */
export async function compareCalls(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'servers-'));
  const server = createServer(async (request, response) => {
    const { messages, tools } = JSON.parse(await text(request));
    const message = JSON.parse(Buffer.from(messages.at(-1).content, 'base64').toString());
    if (JSON.stringify(tools) !== JSON.stringify(callTools)) response.statusCode = 500;
    response.setHeader('content-type', 'application/json');
    const finish = message.tool_calls ? 'tool_calls' : 'stop';
    response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: finish }] }));
  });
  const here = await listenHere(server);
  try {
    const cases = callCases(500);
    const config = { apiBaseUrl: `${here.url}/v1`, apiKey: key, tools: callTools };
    const file = JSON.stringify({
      prompts: ['{{answer}}'],
      providers: [{ id: `openai:chat:${model}`, config }],
      tests: cases.map(({ message, checks }) => ({
        vars: { answer: Buffer.from(JSON.stringify(message)).toString('base64') },
        assert: checks,
      })),
    });
    const configFile = path.join(folder, 'calls.config.json');
    await writeFile(configFile, file);
    const { runs } = await runPromptfoo([configFile], folder);
    const transport = await createUndiciTransport();
    const client = new ServiceClient({ baseUrl: `${here.url}/v1`, apiKey: async () => key, transport });
    const ours = await runOurs(file, client);
    const counts = new Map<CallForm, [same: number, passed: number]>();
    const wrong: string[] = [];
    for (const [at, { form, message }] of cases.entries()) {
      const theirs = runs[0]?.[at];
      const they = JSON.stringify(theirs?.checks.map(([, passed]) => passed));
      if (theirs?.error || they !== JSON.stringify(ours[at]))
        wrong.push(
          `${JSON.stringify(message)}: ${theirs?.error ?? ''} ${they} and ${JSON.stringify(ours[at])}`,
        );
      const [same, passed] = counts.get(form) ?? [0, 0];
      counts.set(form, [same + 1, passed + (ours[at] ?? []).filter(Boolean).length]);
    }
    if (wrong.length > 0) throw new Error(`${wrong.length} answers differ: ${wrong.slice(0, 5).join(' / ')}`);
    const said = [...counts].map(([form, [same, passed]]) => `${form} ${same} (${passed} passed)`);
    return `tool calls, the same pass and fail: ${said.join(', ')}`;
  } finally {
    await Promise.all([here.close(), rm(folder, { recursive: true, force: true })]);
  }
}

async function runOurs(file: string, client: ServiceClient): Promise<boolean[][]> {
  async function* bytes() {
    yield Buffer.from(file);
  }
  const checker = new Checker();
  const found: boolean[][] = [];
  for await (const item of readPromptSet(bytes(), 'promptfooconfig.yaml')) {
    if ('problem' in item) {
      if (!item.problem.isNote) throw new Error(`${item.problem.line}: ${item.problem.text}`);
      continue;
    }
    let answer = '';
    const calls = [];
    for await (const event of client.streamChat(promptRequest(model, {}, item.prompt)))
      if (event.type === 'text') answer += event.text;
      else if (event.type === 'toolCall') calls.push(event);
    const results = await checker.check(item.prompt, answer, calls);
    found.push(results.map(({ passed }) => passed));
  }
  return found;
}

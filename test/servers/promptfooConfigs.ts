import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { Checker, type Prompt, readPromptSet } from '../../src/core/promptSets/index.ts';
import { type Listening, listenHere } from '../service/network/listening.ts';
import { type Found, key, model, runPromptfoo } from './promptfoo.ts';
import { type ConfigCase, configCases } from './promptfooConfigCases.ts';

/**
 * Has promptfoo and us read the same configurations. Each test is asked with the same messages and passes with both, or we leave it out
 * and say so.
 */
export async function compareConfigs(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'servers-'));
  const server = await startAnswering();
  try {
    const files: string[] = [];
    for (const [at, { config, file }] of configCases.entries()) {
      const own = path.join(folder, String(at));
      await mkdir(own);
      if (file) await writeFile(path.join(own, file.name), file.text);
      const providers = [{ id: `openai:chat:${model}`, config: { apiBaseUrl: server.url, apiKey: key } }];
      const tests =
        typeof config['tests'] === 'string'
          ? `file://${path.join(own, config['tests'].slice('file://'.length))}`
          : config['tests'];
      files.push(path.join(own, 'config.json'));
      await writeFile(files.at(-1) ?? '', JSON.stringify({ ...config, tests, providers }));
    }
    const { runs } = await runPromptfoo(files, folder);
    const counts = { asked: 0, passed: 0, leftOut: 0, refused: 0, notRun: 0 };
    const wrong: string[] = [];
    for (const [at, one] of configCases.entries()) {
      const theirs = runs[at] ?? [];
      const { asked, said } = await readOurs(one);
      const isNotRun = said.some((remark) => remark.includes('Checks not run'));
      const lineOf = ({ messages, passed }: Asked) => `${messages}${isNotRun ? '' : ` passed: ${passed}`}`;
      const ours = asked.map(lineOf);
      for (const { error, asked: sent, passed = false } of theirs) {
        if (sent === undefined || error !== undefined) {
          // It asked nothing, or what no server takes.
          counts.refused += 1;
          if (error !== undefined) ours.length = 0;
          continue;
        }
        const found = ours.indexOf(lineOf({ messages: likeOurs(sent), passed }));
        if (found < 0 && said.length === 0)
          wrong.push(`${one.name}: not asked: ${decodeURIComponent(sent)} ${passed}`);
        else if (found < 0) counts.leftOut += 1;
        else counts.asked += 1;
        if (found >= 0) ours.splice(found, 1);
      }
      if (isNotRun) counts.notRun += 1;
      counts.passed += theirs.filter(({ passed }) => passed).length;
      for (const line of ours)
        wrong.push(`${one.name}: promptfoo doesn't have ${line}; ${JSON.stringify(theirs.map(shown))}`);
    }
    if (wrong.length > 0)
      throw new Error(`${wrong.length} of ${configCases.length} differ:\n${wrong.join('\n')}`);
    return `${configCases.length} configurations: ${counts.asked} tests alike (${counts.passed} passed), ${counts.leftOut} left out with a sentence, ${counts.refused} that fail with promptfoo; checks not run in ${counts.notRun}`;
  } finally {
    await Promise.all([server.close(), rm(folder, { recursive: true, force: true })]);
  }
}

interface Asked {
  messages: string;
  passed: boolean;
}

function shown({ asked, passed, error }: Found) {
  return { asked: asked === undefined ? undefined : decodeURIComponent(asked), passed, error };
}

async function readOurs({ config, file }: ConfigCase): Promise<{ asked: Asked[]; said: string[] }> {
  async function* bytes() {
    yield Buffer.from(file?.text ?? JSON.stringify(config));
  }
  const [asked, said]: [Asked[], string[]] = [[], []];
  for await (const item of readPromptSet(bytes(), file?.name ?? 'promptfooconfig.json')) {
    if ('problem' in item) said.push(item.problem.text);
    else asked.push({ messages: messagesOf(item.prompt), passed: await passes(item.prompt) });
  }
  return { asked, said };
}

function messagesOf({ messages }: Prompt): string {
  return JSON.stringify(messages);
}

/** A lone text part is the same as its text. */
function likeOurs(sent: string): string {
  const messages: unknown = JSON.parse(decodeURIComponent(sent));
  if (!Array.isArray(messages)) return sent;
  return JSON.stringify(
    messages.map(({ role, content }) => ({
      role,
      content: Array.isArray(content) && content.length === 1 ? (content[0].text ?? content) : content,
    })),
  );
}

async function passes(prompt: Prompt): Promise<boolean> {
  const results = await new Checker().check(prompt, answerTo(messagesOf(prompt)));
  return results.every(({ passed, isPart }) => passed || isPart);
}

/** What stands behind "=> " in the last message. */
function answerTo(messages: string): string {
  const last: unknown = JSON.parse(messages).at(-1)?.content;
  const question = typeof last === 'string' ? last : JSON.stringify(last);
  return question.split('=> ')[1] ?? 'ok';
}

async function startAnswering(): Promise<Listening> {
  const server = createServer(async (request, response) => {
    const { messages } = JSON.parse(await text(request));
    const asked = JSON.stringify(messages);
    const isList = Array.isArray(messages) && messages.every((one) => typeof one?.content !== 'undefined');
    response.statusCode = isList ? 200 : 400;
    response.setHeader('content-type', 'application/json');
    response.setHeader('x-asked', encodeURIComponent(asked));
    const content = isList ? answerTo(asked) : '';
    response.end(
      JSON.stringify({
        choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      }),
    );
  });
  const here = await listenHere(server);
  return { ...here, url: `${here.url}/v1` };
}

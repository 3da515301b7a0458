import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { holdRequests } from '../service/faults/hold.ts';
import type { RunningService } from '../service/service.ts';
import { textIn, useDirectChat } from './support/directChat.ts';
import { ask, useVscodeChat } from './support/vscodeChat.ts';
import { within } from './support/waiting.ts';

const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index);
const tool = (index: number) => [{ name: `tool_${index}`, description: `Number ${index}.` }];
const isChat = ({ path }: { path: string }) => path.endsWith('/completions');

/** What the service got, by the text of the question. */
function toolsByQuestion(requests: readonly { path: string; body: string }[]): Map<string, string[]> {
  const bodies = requests.filter(isChat).map(({ body }) => JSON.parse(body));
  return new Map(
    bodies.map(({ messages, tools }) => [
      String(messages[0].content),
      tools.map((one: { function: { name: string } }) => one.function.name),
    ]),
  );
}

/** Resolves once as many chat requests have come. */
async function chats(
  service: Pick<RunningService, 'nextRequest' | 'requests'>,
  count: number,
): Promise<void> {
  while (service.requests.filter(isChat).length < count) await service.nextRequest(isChat);
}

type Asking = (index: number, token?: vscode.CancellationToken) => Promise<string>;

/** Asks at once, cancels one, and checks that the others have their own text, and that each was sent its own tools. */
async function askAtOnce(
  service: RunningService,
  numbers: readonly number[],
  canceled: number,
  asking: Asking,
): Promise<void> {
  const release = holdRequests(service);
  const source = new vscode.CancellationTokenSource();
  const arrived = chats(service, numbers.length);
  const asked = numbers.map((index) =>
    index === canceled
      ? asking(index, source.token).catch(() => undefined)
      : asking(index).then((text) => assert.ok(text.includes(`> Question ${index}.\n`), `Answer ${index}`)),
  );
  await within(arrived, 'all requests');
  source.cancel();
  release();
  await Promise.all(asked);
  const sent = toolsByQuestion(service.requests);
  assert.deepEqual(
    numbers.map((index) => sent.get(`Question ${index}.`)),
    numbers.map((index) => [`tool_${index}`]),
  );
}

describe('Twenty requests at once in VS Code’s chat', () => {
  const chat = useDirectChat();
  const numbers = numbersTo(20);

  it('have each its own text, though one of them is canceled', async () => {
    const [model] = await chat().list();
    assert.ok(model);
    let error: unknown;
    await askAtOnce(chat().world.service, numbers, 7, async (index, token) => {
      const answered = chat().askOf(model, `Question ${index}.`, { tools: tool(index) }, token);
      if (token) answered.catch((reason: unknown) => (error = reason));
      return textIn(await answered);
    });
    assert.ok(error instanceof vscode.CancellationError);
  });
});

/**
 * Only a few: VS Code 1.110 and 1.139 tell requests apart by a random number below a million, in two places. If two that run
 * have the same, one is never answered; of 20, that is one time in 2,600.
 */
describe('Three requests at once of other extensions', () => {
  const chat = useVscodeChat({ name: 'support-tone-v7' });

  // VS Code 1.110 tells a provider of no cancellation; its caller leaves all the same.
  it('have each their own text and tools, though one of them is canceled', async () => {
    const { service, model } = chat();
    await askAtOnce(service, numbersTo(3), 1, async (index, token) => {
      const { text } = await ask(model, `Question ${index}.`, { tools: tool(index) }, token);
      return text;
    });
  });
});

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { holdRequests } from '../service/faults/hold.ts';
import type { RunningService } from '../service/service.ts';
import { onChat, type Part, textIn, useDirectChat } from './support/directChat.ts';
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

/** Each of the next requests gets a call with another number. */
function callTools(service: RunningService, numbers: readonly number[]): void {
  for (const index of numbers) {
    const calls = [{ name: 'answer', arguments: JSON.stringify({ index }) }];
    service.fail({ on: onChat, kind: 'toolCalls', calls, times: 1 });
  }
}

/** Each answer has one call, and each number was given once. */
function assertOneCallEach(answers: readonly (readonly Part[])[], numbers: readonly number[]): void {
  const given = answers.map((parts) => {
    const [call, ...others] = parts.filter(([kind]) => kind === 'call');
    assert.ok(call);
    assert.deepEqual(others, []);
    return (call[1] as { input: { index: number } }).input.index;
  });
  assert.deepEqual(
    given.sort((one, other) => one - other),
    numbers,
  );
}

describe('Twenty requests at once in VS Code’s chat', () => {
  const chat = useDirectChat();
  const numbers = numbersTo(20);

  it('have each its own text, though one of them is canceled', async () => {
    const { service } = chat().world;
    const release = holdRequests(service);
    const source = new vscode.CancellationTokenSource();
    const arrived = chats(service, numbers.length);
    const [model] = await chat().list();
    assert.ok(model);
    const asked = numbers.map((index) => {
      const answered = chat().askOf(
        model,
        `Question ${index}.`,
        { tools: tool(index) },
        index === 7 ? source.token : undefined,
      );
      return index === 7 ? assert.rejects(answered, vscode.CancellationError) : answered;
    });
    await within(arrived, 'all requests');
    source.cancel();
    release();
    const answers = await Promise.all(asked);
    for (const [index, parts] of answers.entries()) {
      if (parts === undefined) assert.equal(index, 7);
      else assert.ok(textIn(parts).includes(`> Question ${index}.\n`), `Answer ${index}`);
    }
    const sent = toolsByQuestion(service.requests);
    assert.deepEqual(
      numbers.map((index) => sent.get(`Question ${index}.`)),
      numbers.map((index) => [`tool_${index}`]),
    );
  });

  it('call each their own tools', async () => {
    const { service } = chat().world;
    callTools(service, numbers);
    const [model] = await chat().list();
    assert.ok(model);
    const asked = numbers.map((index) => chat().askOf(model, `${index}`, { tools: tool(index) }));
    assertOneCallEach(await Promise.all(asked), numbers);
  });
});

/**
 * Only a few: VS Code 1.110 and 1.139 tell requests apart by a random number below a million, in two places. If two that run
 * have the same, one is never answered; of 20, that is one time in 2,600.
 */
describe('Three requests at once of other extensions', () => {
  const chat = useVscodeChat({ name: 'support-tone-v7' });
  const numbers = numbersTo(3);

  // VS Code 1.110 tells a provider of no cancellation; its caller leaves all the same.
  it('have each their own text and tools, though one of them is canceled', async () => {
    const { service, model } = chat();
    const release = holdRequests(service);
    const source = new vscode.CancellationTokenSource();
    const arrived = chats(service, numbers.length);
    const asked = numbers.map((index) => {
      const token = index === 1 ? source.token : undefined;
      return ask(model, `Question ${index}.`, { tools: tool(index) }, token).catch((error: unknown) => {
        assert.equal(index, 1, String(error));
      });
    });
    await within(arrived, 'all requests');
    source.cancel();
    release();
    for (const [index, answer] of (await Promise.all(asked)).entries()) {
      if (index !== 1) assert.ok(answer?.text.includes(`> Question ${index}.\n`), `Answer ${index}`);
    }
    const sent = toolsByQuestion(service.requests);
    assert.deepEqual(
      numbers.map((index) => sent.get(`Question ${index}.`)),
      numbers.map((index) => [`tool_${index}`]),
    );
  });
});

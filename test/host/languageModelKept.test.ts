import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ChatFault, EndingFault } from '../service/faults/serviceFault.ts';
import { data, delta } from '../unit/api/harness.ts';
import { onChat } from './support/directChat.ts';
import { useVscodeChat } from './support/vscodeChat.ts';

const piece = (content: string) => delta({ content });
const failure = data({ error: { message: 'Out of memory.' } });
const text = 'One two three.';
const block = 'x'.repeat(65_000);

/** Returns how many characters the caller got before the request failed. */
async function readUntilFailure(model: vscode.LanguageModelChat): Promise<number> {
  const response = await model.sendRequest([vscode.LanguageModelChatMessage.User('Hello')]);
  let length = 0;
  await assert.rejects(async () => {
    for await (const part of response.text) length += part.length;
  });
  return length;
}

describe('What came before another extension’s request fails', () => {
  const chat = useVscodeChat({ name: 'support-tone-v7' });
  const cases: [title: string, faults: (ChatFault | EndingFault)[], length: number][] = [
    [
      'the connection is lost',
      [
        { kind: 'answer', text },
        { kind: 'cut', after: 3 },
      ],
      text.length,
    ],
    ['an error comes with it', [{ kind: 'sse', text: piece(text) + failure }], text.length],
    [
      "a tool call can't be read",
      [
        { kind: 'answer', text },
        { kind: 'toolCalls', calls: [{ name: 'list', arguments: '{"a":' }] },
      ],
      text.length,
    ],
    ['it comes in 40,000 events', [{ kind: 'sse', text: [piece('x').repeat(40_000), failure] }], 40_000],
  ];
  for (const [title, faults, length] of cases) {
    it(`reaches it: ${title}`, async () => {
      const { service, model } = chat();
      for (const fault of faults) service.fail({ ...fault, on: onChat });
      for (let left = length > 1000 ? 1 : 3; left > 0; left--)
        assert.equal(await readUntilFailure(model), length);
    });
  }

  it('is all of an answer that is too long', async () => {
    const { service, model } = chat();
    service.fail({ on: onChat, kind: 'sse', text: Array.from({ length: 300 }, () => piece(block)) });
    assert.ok((await readUntilFailure(model)) > 16 * 1024 * 1024);
  });
});

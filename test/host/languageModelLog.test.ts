import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import { bytesNow, canaryKey } from '../e2e/canary.ts';
import { message, onChat, thinking, useDirectChat } from './support/directChat.ts';
import { hasLogs, userDataFolder } from './support/extension.ts';
import { ask, useVscodeChat } from './support/vscodeChat.ts';

const secret = {
  system: 'canary-system',
  prompt: 'canary-prompt',
  thought: 'canary-thought',
  tool: 'canary_tool',
  answer: 'canary-answer',
  reasoning: 'canary-reasoning',
  argument: 'canary-argument',
  error: 'canary-error',
  stop: 'canary-stop',
};
const words = [...Object.values(secret), canaryKey];
const options = {
  tools: [{ name: secret.tool, description: secret.tool }],
  modelOptions: { stop: [secret.stop] },
};

describe('The log of VS Code’s chat', () => {
  const chat = useDirectChat();

  it('holds nothing of questions, answers, tools and keys, whether they succeed or fail', async () => {
    const said = [
      message('system', secret.system),
      message('assistant', thinking(secret.thought), 'Hi'),
      message('user', secret.prompt),
    ];
    const calls = [{ name: secret.tool, arguments: JSON.stringify({ a: secret.argument }) }];
    const broken = [{ name: secret.tool, arguments: `{"${secret.argument}` }];
    chat().fail({ kind: 'reasoning', text: secret.reasoning, as: 'reasoning_content', times: 1 });
    chat().fail({ kind: 'answer', text: secret.answer, times: 1 });
    chat().fail({ kind: 'toolCalls', calls, times: 1 });
    await chat().ask(said, options);
    chat().fail({ kind: 'toolCalls', calls: broken, times: 1 });
    await assert.rejects(chat().ask(said, options));
    chat().fail({ kind: 'status', status: 400, body: { error: { message: secret.error } }, times: 1 });
    await assert.rejects(chat().ask(said, options));
    chat().fail({ kind: 'errorEvent', after: 1, error: { message: secret.error }, times: 1 });
    await assert.rejects(chat().ask(said, options));
    chat().fail({ kind: 'refuseField', field: 'tools', times: 1 });
    await chat().ask(said, options);
    const log = chat().world.log.lines.join('\n');
    assert.match(log, /POST \/api\/v1\/chat\/completions/u);
    assert.deepEqual(
      words.filter((word) => log.includes(word)),
      [],
    );
  });
});

describe('What is kept on disk of another extension’s requests', () => {
  const chat = useVscodeChat({ name: 'support-tone-v7' });

  it('is nothing of their text, in no log of VS Code and no file of ours', async () => {
    const { service, model } = chat();
    service.fail({
      on: onChat,
      kind: 'reasoning',
      text: secret.reasoning,
      as: 'reasoning_content',
      times: 1,
    });
    service.fail({ on: onChat, kind: 'answer', text: secret.answer, times: 1 });
    await ask(model, secret.prompt, options);
    service.fail({ on: onChat, kind: 'status', status: 400, body: { error: { message: secret.error } } });
    await assert.rejects(ask(model, secret.prompt, options));
    const files = globSync('{,data/}{logs,User/globalStorage}/**/*', {
      cwd: userDataFolder(),
      withFileTypes: true,
    }).filter((entry) => entry.isFile());
    assert.ok(files.some(({ parentPath }) => parentPath.includes('hosted-models')));
    const logs = files.filter(({ name }) => name.endsWith('Hosted Models.log'));
    const logged = logs.map(({ parentPath, name }) => bytesNow(path.join(parentPath, name)));
    if (hasLogs)
      assert.match(
        String(await Promise.all(logged)),
        /POST \/api\/v1\/chat\/completions/u,
        'The log is on disk.',
      );
    for (const { parentPath, name } of files) {
      const text = (await bytesNow(path.join(parentPath, name))).toString();
      assert.deepEqual(
        words.filter((word) => text.includes(word)),
        [],
        name,
      );
    }
  });
});

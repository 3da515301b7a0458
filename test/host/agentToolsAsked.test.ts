import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { lazy } from '../../src/base/lazy.ts';
import type { Connection } from '../../src/core/connections/connection.ts';
import type { AgentTools } from '../../src/ui/agentTools/agentTools.ts';
import { registerAgentTools } from '../../src/ui/agentTools/registerAgentTools.ts';
import { useStandIns } from './support/standIns.ts';

describe('The tools for agents, before they are called', () => {
  const replace = useStandIns(vscode.lm);

  const connection = { id: 'a', baseUrl: 'https://a.example', readOnly: false, allowHttp: false };
  const acme = { ...connection, name: 'Acme [x](command:y)' };
  const beta = { ...connection, id: 'b', baseUrl: 'https://b.example', name: 'Beta' };

  /** The questions of both tools, which are not loaded for them. */
  async function questions(all: readonly Connection[], input: unknown) {
    const tools: vscode.LanguageModelTool<unknown>[] = [];
    const registerTool = (_name: string, tool: vscode.LanguageModelTool<unknown>) => {
      tools.push(tool);
      return new vscode.Disposable(() => undefined);
    };
    replace({ registerTool });
    registerAgentTools(
      lazy<AgentTools>(() => Promise.reject(new Error('It was loaded.'))),
      { all },
    );
    assert.equal(tools.length, 2);
    const { token } = new vscode.CancellationTokenSource();
    const prepared = await Promise.all(tools.map((tool) => tool.prepareInvocation?.({ input }, token)));
    return prepared.map((one) => {
      const { title, message } = one?.confirmationMessages ?? {};
      assert.ok(message instanceof vscode.MarkdownString && !message.isTrusted);
      return { title, text: message.value };
    });
  }

  it('say what leaves, with the connections’ names as plain text, and load nothing', async () => {
    for (const { text } of await questions([acme], {})) {
      assert.match(text, /sends model names, base models, revisions, prices and deployment times from Acme/u);
      assert.match(text, /API keys and creators are not sent\.$/u);
      assert.ok(!text.includes(']('));
    }
  });

  it('say what is asked, and name the one connection that is meant, else all', async () => {
    for (const [input, title, isOne] of [
      [{ name: 'tone\u200B', connection: 'beta' }, 'Look up tone\\u{200B}?', true],
      [{ name: 'tone' }, 'Look up tone?', false],
      [{ name: 'x'.repeat(70), connection: 'Gamma' }, `Look up ${'x'.repeat(30)}…${'x'.repeat(29)}?`, false],
      [{ connection: 7 }, 'Look up a hosted model?', false],
    ] as const) {
      const asked = await questions([acme, beta], input);
      assert.deepEqual(
        asked.map((one) => one.title),
        ['List hosted models?', title],
      );
      for (const { text } of asked) {
        assert.match(text, /Beta/u);
        assert.equal(text.includes('Acme'), !isOne);
      }
    }
  });
});

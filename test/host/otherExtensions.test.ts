import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { openRuns, plan, prompts } from '../unit/core/promptSets/run/runBench.ts';
import { closeEditors } from './support/editors.ts';
import { fence, liveExtension, liveModel, userDataFolder, workspaceFolder } from './support/extension.ts';
import { models } from './support/keptRuns.ts';

/** The commands that any extension may call. The person answers nothing: whatever opens is closed, as by Escape. */
async function runAndEscape(command: string, ...given: readonly unknown[]): Promise<void> {
  let isOver = false;
  const running = Promise.resolve(vscode.commands.executeCommand(command, ...given)).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await vscode.commands.executeCommand('notifications.clearAll');
  }
  await running;
}

/** A run of the live extension whose requests another engine is answering. Returns its id. */
async function waitingRun(): Promise<string> {
  const [storage = ''] = globSync('{,data/}User/globalStorage', { cwd: userDataFolder() });
  const { store, locks } = openRuns(path.join(userDataFolder(), storage, 'hosted-models.hosted-models'));
  const { connectionId } = await liveExtension();
  const file = await store.create({ ...plan, models: models(connectionId) }, prompts(1));
  await file.add({ is: 'exported', folder: '', files: [], wireNames: [], at: 1 });
  await file.release();
  locks.dispose();
  return file.run.id;
}

describe('Another extension that calls our commands', () => {
  // One wants its name typed, the other a button.
  for (const name of ['support-tone-v7', 'old-experiment']) {
    it(`deletes nothing without the person’s answer: ${name}`, async () => {
      const { service } = await liveExtension();
      service.clearRequests();
      const argument = { ...(await liveModel(name)), isConfirmed: true, force: true };
      await runAndEscape('hostedModels.deleteLora', argument);
      await fence(service);
      const methods = service.requests.map(({ method }) => method);
      assert.ok(
        service.requests.some(({ path: at }) => at === `/api/v1/lora/${name}`),
        'It was not retrieved.',
      );
      assert.ok(!methods.includes('DELETE'));
      assert.ok(service.catalog.loras.some((lora) => lora.name === name));
    });
  }

  it('deletes no LoRAs in bulk without the person’s checks and number, whatever it passes', async () => {
    const { service } = await liveExtension();
    await vscode.commands.executeCommand('hostedModels.refreshModels');
    const rows = [await liveModel('old-experiment'), await liveModel('untitled')];
    const willing = {
      ...rows[0],
      typed: '2',
      count: 2,
      number: 2,
      isConfirmed: true,
      force: true,
      picked: rows,
    };
    const before = service.catalog.loras.length;
    service.clearRequests();
    for (const given of [
      [],
      [willing],
      [willing, rows],
      [rows[0], rows],
      [rows],
      [rows, '2'],
      [{ loras: rows, agreed: rows, confirmed: 2 }, rows, 2],
      [null, 'all'],
      ['old-experiment', ['old-experiment']],
    ]) {
      await runAndEscape('hostedModels.deleteLoras', ...given);
      // The command for one LoRA refuses several instead of silently picking one.
      await runAndEscape('hostedModels.deleteLora', ...given);
    }
    for (const command of ['retryDeletion', 'checkDeletion', 'stopDeletion']) {
      await runAndEscape(`hostedModels.${command}`, vscode.Uri.parse('hosted-models:/deletion/x.txt'));
      await runAndEscape(`hostedModels.${command}`, willing, rows);
    }
    await fence(service);
    assert.ok(!service.requests.some(({ method }) => method === 'DELETE'));
    assert.equal(service.catalog.loras.length, before);
  });

  it('removes no connection, no local data and no chat without the person’s answer', async () => {
    const { service, connectionId } = await liveExtension();
    service.clearRequests();
    for (const command of ['deleteAllLocalData', 'deleteChat', 'removeConnection']) {
      await runAndEscape(`hostedModels.${command}`, { connectionId });
    }
    await vscode.commands.executeCommand('hostedModels.refreshModels');
    assert.equal(service.requests.length, 2);
  });

  for (const command of [
    ...'chat newChat compareWithBase compareLoraWithBase compareModels compareWith addSelection regenerateWith'.split(
      ' ',
    ),
    ...'forkChatHere sendTestRequest sendTestRequestTo testWeights runPromptSet runPromptSetOn openRun runMissing runAgain judgeRun'.split(
      ' ',
    ),
    ...'checkRunAgain exportSetForBatch exportForBatch exportMissing exportCiFolder importResults compareRuns'.split(
      ' ',
    ),
  ]) {
    it(`sends nothing to a model without the person’s answer: ${command}`, async () => {
      const { service } = await liveExtension();
      await vscode.commands.executeCommand('hostedModels.refreshModels');
      const [row, other] = [await liveModel('support-tone-v7'), await liveModel('old-experiment')];
      const runId = await waitingRun();
      const willing = {
        ...row,
        runId,
        turn: 'u1',
        isConfirmed: true,
        isChosen: true,
        prompt: 'Hi',
        query: 'Hi',
      };
      service.clearRequests();
      for (const given of [[], [row], [willing], [willing, [willing, other]], [[willing]], [{ runId }]])
        await runAndEscape(`hostedModels.${command}`, ...given);
      await fence(service);
      assert.ok(!service.requests.some(({ method }) => method === 'POST'));
      await closeEditors();
    });
  }

  it('sends no prompt set without the person’s answer', async () => {
    const { service } = await liveExtension();
    const set = vscode.Uri.joinPath(workspaceFolder().uri, 'set.jsonl');
    await vscode.workspace.fs.writeFile(set, Buffer.from('{"prompt":"Tell a"}\n'));
    await vscode.window.showTextDocument(set);
    service.clearRequests();
    const row = await liveModel('support-tone-v7');
    const willing = { ...row, models: [row], set, isConfirmed: true, run: true };
    for (const given of [[set], [set, [set]], [set, willing], [willing]]) {
      await runAndEscape('hostedModels.runPromptSet', ...given);
      await runAndEscape('hostedModels.runPromptSetOn', ...given.toReversed());
    }
    await fence(service);
    assert.ok(!service.requests.some(({ method }) => method === 'POST'));
    await closeEditors();
    await vscode.workspace.fs.delete(set);
  });
});

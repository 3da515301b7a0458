import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { Fault } from '../service/service.ts';
import { DeletingWindow, useDeletingWindow } from './support/deleting.ts';
import { usePerson } from './support/person.ts';
import { useStandIns } from './support/standIns.ts';
import { until } from './support/waiting.ts';
import { useWorld } from './support/world.ts';

const deployed = 'support-tone-v7';
const undeployed = 'old-experiment';
const deletion = 'DELETE /api/v1/lora/{name}';

describe('A deletion and its outcome', () => {
  const world = useWorld();
  const person = usePerson();
  const replace = useStandIns(vscode.window);
  const window = useDeletingWindow(world);

  const deleteLora = (model: unknown) => window().feature.deleteLora(model);

  /** Answers the deletion with `fault`, though it is carried out. */
  const onDelete = (fault: Fault) => {
    const { service } = world();
    service.fail(fault);
    return service.nextRequest(({ method }) => method === 'DELETE').then(() => window().remove(undeployed));
  };

  it('is settled by the list if no answer came, and the journal keeps what was retrieved', async () => {
    await Promise.all([onDelete({ kind: 'reset', on: deletion }), deleteAs('Delete LoRA')]);
    assert.ok(!window().names.includes(undeployed));
    const object = { name: undeployed, unit_price: 0.25 };
    assert.deepEqual(await window().journalEntries(), [
      { name: undeployed, source: 'retrieved', isSure: true, object },
    ]);
  });

  const deleteAs = (button: string) => {
    person({ button });
    return deleteLora(window().ref(undeployed));
  };

  it('stays unknown without a good list, keeps what was retrieved, and is settled by Check Now', async () => {
    const { service } = world();
    const removed = onDelete({ kind: 'reset', on: deletion });
    service.fail({ kind: 'status', status: 400, on: 'GET /api/v1/lora' });
    const seen = person({ button: 'Delete LoRA' });
    await deleteLora(window().ref(undeployed));
    await removed;
    assert.match(seen.messages.at(-1) ?? '', /^Couldn't confirm that LoRA “old-experiment” was deleted\. /u);
    const object = { name: undeployed, unit_price: 0.25 };
    const unknown = { name: undeployed, source: 'retrieved', object };
    assert.deepEqual(await window().journalEntries(), [{ ...unknown, isSure: false }]);

    const next = new DeletingWindow(world());
    window().feature.dispose();
    service.clearFaults();
    service.clearRequests();
    const told = person({ button: 'Show Report' });
    await next.feature.tellOrphaned();
    await until(vscode.window.onDidChangeVisibleTextEditors, 'the report', () => next.report() !== '');
    assert.match(told.messages.join(), /has ended: 1 unconfirmed\.$/u);
    await next.feature.many.checkNow(next.reportUris()[0]);
    assert.match(next.report(), /\n1 deleted\.\n/u);
    assert.deepEqual(window().deletes, []);
    assert.deepEqual(await window().journalEntries(), [{ ...unknown, isSure: true }]);
    assert.deepEqual(await readdir(next.openFolder), []);
    await next.close();
  });

  it('is settled at once if the person presses Check Now', async () => {
    const { service } = world();
    const removed = onDelete({ kind: 'reset', on: deletion });
    const noList = service.fail({ kind: 'status', status: 400, on: 'GET /api/v1/lora' });
    const seen = person({ button: 'Delete LoRA' });
    const { showErrorMessage } = vscode.window;
    replace({
      showErrorMessage: async (text: string, ...buttons: string[]) => {
        await showErrorMessage(text);
        noList();
        return buttons.find((button) => button === 'Check Now');
      },
    });
    await deleteLora(window().ref(undeployed));
    await removed;
    assert.match(seen.messages.at(-1) ?? '', /^Couldn't confirm that/u);
    assert.deepEqual(
      (await window().journalEntries()).map(({ isSure }) => isSure),
      [true],
    );
    assert.equal(window().deletes.length, 1);
    assert.deepEqual(await readdir(window().openFolder), []);
  });

  it('asks again if the LoRA was deployed after the question', async () => {
    const { service } = world();
    const deploy = () => {
      const lora = service.catalog.loras.find(({ name }) => name === undeployed);
      if (lora) lora.active_deployment = { base_model_name: 'llama-3-8b', created_at: 1_700_000_000 };
    };
    const seen = person({ button: 'Delete LoRA', typed: ['old'], onMessage: deploy });
    await deleteLora(window().ref(undeployed));
    assert.deepEqual(window().deletes, []);
    assert.match(seen.details[0] ?? '', /· not deployed/u);
    assert.match(
      seen.details[1] ?? '',
      /^Delete LoRA “old-experiment”\?\nIt was deployed after you confirmed\. .*on llama-3-8b, deployed since .*Type the name/u,
    );
    assert.deepEqual(await window().journaled(), []);
  });

  it('says that a listed LoRA that can’t be retrieved is not gone', async () => {
    const name = 'code-review/python';
    world().service.fail({ kind: 'status', status: 404, on: 'GET /api/v1/lora/{name}' });
    const seen = person({ button: 'Delete LoRA' });
    await deleteLora(window().ref(name));
    assert.match(
      seen.messages.join(),
      /is listed by .* can't be retrieved \(404\): a gateway on the way probably decodes/u,
    );
    assert.ok(window().names.includes(name));
    assert.ok(!world().pending.isDeleted(window().ref(name)));
    assert.deepEqual(window().deletes, []);
  });

  it('shows the invisible characters of a name as escapes, which have to be typed', async () => {
    const { service, catalogs, connection } = world();
    const lora = service.catalog.loras.find(({ name }) => name === deployed);
    assert.ok(lora);
    lora.name = 'prod\u3164';
    await catalogs.loader(connection).refresh();
    const seen = person({ typed: ['prod', 'prod\\u{3164}'] });
    await deleteLora(window().ref(lora.name));
    assert.match(seen.details.join(), /^Delete LoRA “prod\\u\{3164\}”\?/u);
    assert.match(seen.messages.join(), /Type the full name to confirm: prod\\u\{3164\}/u);
    assert.deepEqual(window().deletes, ['DELETE /api/v1/lora/prod%E3%85%A4']);
  });
});

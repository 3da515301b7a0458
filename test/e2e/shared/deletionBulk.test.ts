import assert from 'node:assert/strict';
import { DeletionJournal } from '../../../src/core/deletion/journal.ts';
import type { HostedModels } from '../hostedModels.ts';
import { checkAll, failing, failSome, openPick, storageFolder } from '../screens/steps.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

describe('Deleting 25 LoRAs in the workbench', () => {
  const app = useSharedHostedModels();
  let all: HostedModels['service']['catalog']['loras'];

  before(async () => {
    app.service.catalog.loras.splice(25);
    all = structuredClone(app.service.catalog.loras);
    await app.workbench.viewAction('Models', 'Refresh Models');
    await app.workbench.treeItem('LoRAs, 25', 'Models').waitFor();
  });
  afterEach(async () => {
    const { workbench, service } = app;
    service.clearFaults();
    service.catalog.loras.splice(0, Number.POSITIVE_INFINITY, ...structuredClone(all));
    await workbench.page.keyboard.press('Escape');
    await workbench.runCommand('View: Close All Editors');
    await workbench.runCommand('Hosted Models: Refresh Models');
    await workbench.treeItem('LoRAs, 25', 'Models').waitFor();
    service.clearRequests();
  });

  const left = () => app.service.catalog.loras.map(({ name }) => name).sort();
  const deletions = () => app.service.requests.filter(({ method }) => method === 'DELETE').length;
  const inReport = (text: string | RegExp) =>
    app.workbench.page.locator('.monaco-editor .view-line').getByText(text).first().waitFor();

  async function journaled(): Promise<string[]> {
    const journal = new DeletionJournal(`${storageFolder(app)}/deleted.jsonl`);
    const { entries } = await journal.read(() => undefined);
    return entries.map(({ name }) => name).sort();
  }

  async function type(number: string): Promise<void> {
    await app.workbench.inputBox.fill(number);
    await app.workbench.inputBox.press('Enter');
  }

  it('reports the truth when four get no good answer and 2 are refused, and Retry takes only those', async () => {
    const { workbench, service } = app;
    const names = left();
    await openPick(app);
    await checkAll(app);
    failSome(app);
    await type('24');
    await workbench.quickInputSaying("Doesn't match. Type 25 to confirm.").waitFor();
    assert.equal(deletions(), 0);
    await workbench.quickInput.getByRole('button', { name: 'Back' }).click();
    await workbench.quickInputSaying(/^Delete LoRAs of /u).waitFor();
    await workbench.quickInput.getByText('25 Selected').waitFor();
    await workbench.inputBox.press('Enter');
    await workbench.quickInputSaying('Delete 25 LoRAs?').waitFor();
    await type('25');

    await workbench.editorTab(/^Deletion of 25 LoRAs/u).waitFor();
    await inReport('19 deleted, 1 refused, 5 unconfirmed.');
    await inReport('Unconfirmed (5): request sent');
    assert.deepEqual(left(), failing.toSorted());
    // Of the refusal with 409, only a list can tell.
    const open = failing.filter((_, at) => at !== 4);
    const unknown = open.filter((_, at) => at !== 3);
    const gone = names.filter((name) => !failing.includes(name));
    assert.deepEqual(await journaled(), [...gone, ...open].sort());
    assert.equal(deletions(), 25);

    service.clearFaults();
    await workbench.page.locator('.codelens-decoration').getByRole('button', { name: 'Check Now' }).click();
    await inReport('Asked for, still listed.');
    await inReport('19 deleted, 2 refused, 4 unconfirmed.');
    await inReport('In use, or being deleted (409).');
    await workbench.treeItem('LoRAs, 6', 'Models').waitFor();
    assert.deepEqual(await journaled(), [...gone, ...unknown].sort());
    assert.equal(deletions(), 25);

    // As long as something is unknown, its check comes first.
    await workbench.page
      .locator('.editor-actions')
      .getByRole('button', { name: /^More Actions/u })
      .click();
    await workbench.pickMenuItem('Retry');
    await workbench.quickInputSaying(/^Retry: Delete LoRAs of /u).waitFor();
    await workbench.quickInput.getByText('6 Selected').waitFor();
    await workbench.inputBox.press('Enter');
    await workbench.quickInputSaying('Delete 6 LoRAs?').waitFor();
    await type('6');
    await inReport('25 deleted.');
    assert.deepEqual(left(), []);
    assert.deepEqual(await journaled(), names);
    assert.equal(deletions(), 31);
    await workbench.page.getByRole('button', { name: 'Retry' }).waitFor({ state: 'detached' });
  });

  it('takes the selected rows, and offers no single deletion for them', async () => {
    const { workbench } = app;
    const first = await workbench.scrollTo('old-experiment', 'Models');
    await workbench.clickRow(first);
    const second = workbench.treeItem('release-notes-writer', 'Models');
    await workbench.clickRow(second, { modifiers: ['ControlOrMeta'] });
    await workbench.openMenu(second, 'Clean Up LoRAs…');
    assert.equal(await workbench.menuItem('Delete LoRA…').count(), 0);
    await workbench.pickMenuItem('Clean Up LoRAs…');
    await workbench.quickInputSaying(/^Delete LoRAs of /u).waitFor();
    await workbench.pickItem('release-notes-writer').waitFor();
    assert.equal(await workbench.quickInput.locator('.monaco-list-row').count(), 2);
    await workbench.quickInput.getByText('2 Selected').waitFor();
    await workbench.pickItem('release-notes-writer').click();
    await workbench.inputBox.press('Enter');
    await workbench.quickInputSaying('Delete 1 LoRA?').waitFor();
    await type('1');
    await inReport('1 deleted.');
    assert.ok(!left().includes('old-experiment') && left().includes('release-notes-writer'));
  });

  it('deletes nothing that the pick’s filter hid, and names what it deletes', async () => {
    const { workbench } = app;
    const tones = left().filter((name) => name.includes('support'));
    await openPick(app);
    await workbench.quickInput.getByText('0 Selected').waitFor();
    await workbench.inputBox.fill('support');
    await workbench.quickInput.locator('.quick-input-header').getByRole('checkbox').click();
    await workbench.inputBox.press('Enter');
    await workbench.quickInputSaying(new RegExp(`: ${tones.join(', ')}\\. `, 'u')).waitFor();
    await type(String(tones.length));
    await inReport(`${tones.length} deleted.`);
    assert.equal(left().length, 25 - tones.length);
    assert.ok(!left().some((name) => tones.includes(name)));
  });

  it('shows all the names in a document beside the question', async () => {
    const { workbench } = app;
    await openPick(app);
    await checkAll(app);
    await workbench.quickInput.getByRole('button', { name: 'Show All 25 LoRAs' }).click();
    await workbench.editorTab(/^25 LoRAs to Delete/u).waitFor();
    await inReport('- old-experiment · not deployed');
    await workbench.quickInputSaying('Delete 25 LoRAs?').waitFor();
    assert.equal(deletions(), 0);
    await workbench.inputBox.press('Escape');
  });

  it('is reported by the next window after one that was closed midway', async () => {
    const { workbench, service } = app;
    const hang = service.fail({ on: 'DELETE /api/v1/lora/{name}', kind: 'hang' });
    let asked = 0;
    const four = service.nextRequest(({ method }) => {
      asked += method === 'DELETE' ? 1 : 0;
      return asked === 4;
    });
    await openPick(app);
    await checkAll(app);
    await type('25');
    await four;
    hang();
    service.clearRequests();
    await workbench.reload();
    await workbench.openContainer('Hosted Models');
    await workbench
      .notification(/was interrupted when its window closed: 4 unconfirmed, 21 not tried\./u)
      .waitFor();
    assert.ok(service.requests.every(({ path }) => !path.startsWith('/api/v1/lora/')));
    await workbench
      .notification(/was interrupted when its window closed/u)
      .getByRole('button', { name: 'Show Report' })
      .click();
    await inReport('4 unconfirmed, 21 not tried.');
    await inReport('The window was closed, or crashed.');
    await workbench.page.locator('.codelens-decoration').getByRole('button', { name: 'Check Now' }).click();
    await inReport('Asked for, still listed.');
    await inReport('4 unconfirmed, 21 not tried.');
    assert.equal(deletions(), 0);
    assert.equal(left().length, 25);
  });
});

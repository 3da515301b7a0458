import assert from 'node:assert/strict';
import { Driver } from '../workbench/driver.ts';
import { type HostedModels, openHostedModels } from './hostedModels.ts';

describe('Two windows that change the connections', () => {
  let app: HostedModels;

  before(async () => {
    app = await openHostedModels({
      connections: (url) => [
        { id: 'staging', name: 'Acme staging', url },
        { id: 'production', name: 'Acme production', url },
      ],
    });
  });

  after(async () => app?.close());

  it('at the same time lose nothing to each other', async () => {
    const { workbench } = app;
    const page = await workbench.page.context().newPage();
    await page.goto(workbench.url);
    const other = new Driver(page);
    await other.ready();
    await other.openContainer('Hosted Models');
    const rename = async (window: Driver, row: string, name: string): Promise<() => Promise<void>> => {
      await window.contextMenu(window.treeItem(row, 'Models'), 'Rename…');
      await window.quickInputSaying(/^Name for/u).waitFor();
      await window.inputBox.fill(name);
      return () => window.inputBox.press('Enter');
    };
    const enters = [
      await rename(workbench, 'Acme staging', 'Staging of one'),
      await rename(other, 'Acme production', 'Production of two'),
    ];
    await Promise.all(enters.map((enter) => enter()));
    await workbench.treeItem('Staging of one', 'Models').waitFor();
    await other.treeItem('Production of two', 'Models').waitFor();
    for (const window of [workbench, other]) {
      // A window of this server hears of another one's settings only when it starts.
      await window.page.reload();
      await window.ready();
      await window.openContainer('Hosted Models');
      await window.treeItem('Staging of one', 'Models').waitFor();
      await window.treeItem('Production of two', 'Models').waitFor();
    }
    assert.equal(await other.view('Models').getByRole('treeitem').count(), 2);
  });
});

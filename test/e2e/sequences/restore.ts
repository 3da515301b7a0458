import { firstOf } from './firstOf.ts';
import { editorButton, judgeReport } from './reports.ts';
import { deletedText, dropToasts } from './screen.ts';
import { names, type SequenceWorld } from './sequenceWorld.ts';

/** Settles whatever is still unknown, with the reports at the top of *Show Deleted LoRAs*. Returns the mistakes it found. */
export async function settleAll(world: SequenceWorld): Promise<string[]> {
  const { workbench, journal } = world;
  world.play();
  await world.gateway.quiet();
  await dropToasts(world);
  const wrongs: string[] = [];
  for (let left = 6; ; left--) {
    const { open } = await journal.read();
    if (open.size === 0) return wrongs;
    if (left === 0) return [...wrongs, 'what is open can not be settled'];
    const isUnknown = [...open.values()].some(({ entries }) =>
      [...entries.values()].some(({ outcome }) => outcome.is === 'unknown'),
    );
    await openWaiting(world, isUnknown);
    await workbench.page
      .locator('.part.editor')
      .getByText(/^Deletion\sof\s\d+\sLoRAs?\sfrom\s/u)
      .waitFor();
    if (isUnknown) {
      await editorButton(world, 'Check Now').click();
      await editorButton(world, 'Check Now').waitFor({ state: 'detached' });
    }
    wrongs.push(...(await judgeReport(world)));
    await journal.until(
      'a report that was shown is over',
      async () => (await journal.read()).open.size < open.size,
    );
  }
}

/** Opens the first waiting report. A new window may not have looked for it yet. */
async function openWaiting({ workbench }: SequenceWorld, isUnknown: boolean): Promise<void> {
  const first = workbench.quickInput
    .locator('.monaco-list-row')
    .filter({ hasText: /Report of/u })
    .first();
  for (let left = 3; ; left--) {
    await workbench.runCommand('Hosted Models: Show Deleted LoRAs');
    await workbench.quickInputSaying(/Deleted LoRAs?/u).waitFor();
    if (isUnknown) await workbench.inputBox.fill('unknown');
    try {
      return await first.click({ timeout: 3000 });
    } catch (error) {
      if (left === 0) throw error;
      await workbench.page.keyboard.press('Escape');
    }
  }
}

/** Brings the workbench and the service to the state in which every sequence starts. */
export async function restore(world: SequenceWorld): Promise<void> {
  const { workbench } = world;
  world.behave('nginx, proxy_pass without a URI');
  world.begin();
  await dropToasts(world);
  if ((await workbench.page.locator('.part.editor .tab').count()) > 0) {
    await workbench.runCommand('View: Close All Editors');
    await workbench.page.locator('.part.editor .tab').first().waitFor({ state: 'detached' });
  }
  // A text from the previous sequence would be mistaken for this one's.
  await deletedText(world).waitFor({ state: 'detached' });
  await workbench.openContainer('Hosted Models');
  const listed = world.service.nextRequest(({ method, path }) => method === 'GET' && path === '/api/v1/lora');
  await workbench.viewAction('Models', 'Refresh Models');
  await listed;
  await firstOf('the list', { whole: workbench.treeItem(`LoRAs, ${names.length}`, 'Models') });
  world.startedAt = Date.now();
}

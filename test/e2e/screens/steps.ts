import { removeLora } from '../../service/catalog.ts';
import type { RunningService } from '../../service/service.ts';
import type { Driver } from '../../workbench/driver.ts';
import type { HostedModels } from '../hostedModels.ts';

/** The only connection of most screens. Its key comes from the environment, unless `connected` is false. */
export function acmeProduction(url: string): readonly object[] {
  return [{ id: 'production', name: 'Acme production', url }];
}

type ListFault =
  | { kind: 'status'; status: number; headers?: Record<string, string> }
  | { kind: 'body'; body: string }
  | { kind: 'hang' }
  | { kind: 'reset' };

/** From now on both lists, and nothing else, are answered like this. */
export function failLists(service: RunningService, fault: ListFault): void {
  service.clearFaults();
  for (const on of ['GET /api/v1/lora', 'GET /api/v1/base-model']) service.fail({ on, ...fault });
}

/** What others did on the service: support-tone-v6 is gone, support-tone-v9 is new. */
export function changeLoras(service: RunningService): void {
  removeLora(service, 'support-tone-v6');
  const { loras } = service.catalog;
  loras.push({ name: 'support-tone-v9', unit_price: 0.25 });
  const deployment = loras.find(({ name }) => name === 'support-tone-v7')?.active_deployment;
  if (deployment) deployment.base_model_name = 'mistral-7b-instruct';
}

/** Refreshes the Models view, and waits until it says this. */
export async function refresh({ workbench }: HostedModels, says: string | RegExp): Promise<void> {
  await workbench.viewAction('Models', 'Refresh Models');
  await workbench.view('Models').getByText(says).first().waitFor();
}

/** Waits until both lists are drawn: each of them redraws the whole tree, and meanwhile VS Code doesn't know its rows. */
export async function bothListed({ workbench }: Pick<HostedModels, 'workbench'>): Promise<void> {
  await workbench.treeItem('LoRAs, 30', 'Models').waitFor();
  await workbench.scrollTo('Base models, 8', 'Models');
}

/** Closes everything that is open over the views: menus, quick inputs, hovers, toasts. */
export async function clear({ workbench }: HostedModels): Promise<void> {
  await workbench.page.keyboard.press('Escape');
  await workbench.quickInput.waitFor({ state: 'hidden' });
  const toasts = workbench.page.locator('.notification-toast');
  if ((await toasts.count()) > 0) await workbench.runCommand('Notifications: Clear All Notifications');
  await toasts.first().waitFor({ state: 'detached' });
  await away(workbench);
}

/** Moves the mouse to where nothing shows a hover. */
export async function away({ page }: Driver): Promise<void> {
  const hover = page.locator('.monaco-hover:visible').first();
  await page.mouse.move(700, 700);
  for (let tries = 0; tries < 10; tries++) {
    const isGone = await hover.waitFor({ state: 'detached', timeout: 2000 }).then(
      () => true,
      () => false,
    );
    if (isGone) return;
    // One that is drawn after the mouse has left stays until the mouse leaves it; it may go by itself meanwhile.
    const box = await hover.boundingBox({ timeout: 500 }).catch(() => null);
    if (box) await page.mouse.move(box.x + 4, box.y + 4);
    await page.mouse.move(700, 700);
  }
  throw new Error('A hover stays.');
}

/** Where the extension keeps its files. */
export function storageFolder({ workbench }: HostedModels): string {
  return `${workbench.userDataDir}/data/User/globalStorage/hosted-models.hosted-models`;
}

export async function reload({ workbench }: HostedModels): Promise<void> {
  await workbench.reload();
  await workbench.openContainer('Hosted Models');
  await away(workbench);
}

/** Opens a link into the extension: VS Code passes it on as if it had been clicked elsewhere, after its own question. */
export async function follow({ workbench }: HostedModels, link: string): Promise<void> {
  await workbench.runCommand('Developer: Open URL');
  await workbench.inputBox.fill(link);
  await workbench.inputBox.press('Enter');
  await workbench.dialog.getByRole('button', { name: 'Open', exact: true }).click();
}

/**
 * Selects the rows as a person does: clicks the first one, then the others with Ctrl (or another key). The first click expands
 * or collapses its row, which would drop a selection made before that is done.
 */
export async function selectModels(
  { workbench }: HostedModels,
  names: readonly string[],
  key: 'ControlOrMeta' | 'Shift' = 'ControlOrMeta',
): Promise<void> {
  const [first = '', ...others] = names;
  const row = await workbench.scrollTo(first, 'Models');
  if ((await row.getAttribute('aria-expanded')) === 'true') await workbench.collapse(row);
  await workbench.clickRow(row);
  await row.and(workbench.page.locator('[aria-expanded=true]')).waitFor();
  // Its facts come a moment later, and a range selected before would lack them.
  const below = Number(await row.getAttribute('aria-level')) + 1;
  await workbench.view('Models').locator(`[role=treeitem][aria-level="${below}"]`).first().waitFor();
  for (const name of others)
    await workbench.clickRow(await workbench.wheelTo(name, 'Models'), { modifiers: [key] });
}

/** The quick pick of *Clean Up LoRAs…* with everything in the list. */
export async function openPick({ workbench }: HostedModels): Promise<void> {
  await workbench.runCommand('Hosted Models: Clean Up LoRAs…');
  await workbench.quickInputSaying(/^Delete LoRAs of /u).waitFor();
}

/** Checks every row of the quick pick, and continues to the number. */
export async function checkAll({ workbench }: HostedModels): Promise<void> {
  await workbench.quickInput.locator('.quick-input-header').getByRole('checkbox').click();
  await workbench.inputBox.press('Enter');
  await workbench.quickInputSaying(/Type \d+ to confirm\./u).waitFor();
}

/** Those of the 25 that are left: the first three fail, two are refused, one gets no answer, and there is no list to settle it. */
export const failing: readonly string[] = [
  'commit-messages',
  'free-tier-demo',
  'meeting-minutes',
  'sql-assistant',
  'old-experiment',
  'code-review/python',
];

export function failSome({ service }: HostedModels): void {
  const [a, b, c, d, e, lost] = failing.map((name) => `/api/v1/lora/${encodeURIComponent(name)}`);
  for (const path of [a, b, c]) service.fail({ on: `DELETE ${path}`, kind: 'status', status: 500, times: 1 });
  service.fail({ on: `DELETE ${d}`, kind: 'status', status: 409, times: 1 });
  service.fail({ on: `DELETE ${e}`, kind: 'status', status: 403, times: 1 });
  service.fail({ on: `DELETE ${lost}`, kind: 'reset', times: 1 });
  service.fail({ on: 'GET /api/v1/lora', kind: 'status', status: 400 });
}

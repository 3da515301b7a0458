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
export function changeLoras({ catalog: { loras } }: RunningService): void {
  loras.splice(
    loras.findIndex(({ name }) => name === 'support-tone-v6'),
    1,
  );
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
async function away({ page }: Driver): Promise<void> {
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

import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { HostedModels } from '../hostedModels.ts';
import { storageFolder } from './steps.ts';

/** Dates the kept list to 17:05 of the day before. */
export async function ageKeptList(app: HostedModels): Promise<void> {
  const folder = path.join(storageFolder(app), 'catalogs');
  const yesterday = new Date();
  yesterday.setDate(yesterday.getDate() - 1);
  const loadedAt = yesterday.setHours(17, 5, 0, 0);
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const kept = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...kept, loadedAt }));
  }
}

export async function forgetKeptList(app: HostedModels): Promise<void> {
  await rm(path.join(storageFolder(app), 'catalogs'), { recursive: true, force: true });
}

/** Both lists, with two invalid entries among the LoRAs. */
export function withUnreadable({ service }: HostedModels): void {
  service.clearFaults();
  const body = JSON.stringify([{ unit_price: 1 }, 7, ...service.catalog.loras]);
  service.fail({ on: 'GET /api/v1/lora', kind: 'body', contentType: 'application/json', body });
}

/** Drags the border between the sidebar and the editors. */
export async function resizeSidebar({ workbench }: HostedModels, width: number): Promise<void> {
  const box = await workbench.page.locator('.part.sidebar').boundingBox();
  if (!box) throw new Error('The sidebar is not in sight.');
  await workbench.page.mouse.move(box.x + box.width, box.y + 300);
  await workbench.page.mouse.down();
  await workbench.page.mouse.move(box.x + width, box.y + 300, { steps: 5 });
  await workbench.page.mouse.up();
}

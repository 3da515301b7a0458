import path from 'node:path';
import type { Page } from 'playwright-core';
import { outFolder } from './places.ts';

const watched = new Set<Page>();
let taken: Promise<unknown> = Promise.resolve();

/** From now on, until it is closed, each failing test takes a picture of this page. */
export function watchPage(page: Page): void {
  watched.add(page);
  page.once('close', unwatchPage);
}

export function unwatchPage(page: Page): void {
  watched.delete(page);
}

/** Starts taking pictures of what is on screen when a test fails. Returns the files they go to. */
export function takePictures(test: string): string[] {
  const name = (test.match(/[\p{L}\p{N}]+/gu) ?? []).join('-').slice(0, 120);
  return [...watched].map((page, index) => {
    const file = path.join(outFolder, 'failures', `${name}-${process.pid}-${index + 1}.png`);
    // A closed page has none.
    const picture = page.screenshot({ path: file, timeout: 5000 }).catch(() => undefined);
    taken = Promise.all([taken, picture]);
    return path.relative(process.cwd(), file);
  });
}

/** Await this before changing anything that a picture shows. */
export async function picturesTaken(): Promise<void> {
  await taken;
}

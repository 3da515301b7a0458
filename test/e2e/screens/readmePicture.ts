import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { Driver } from '../../workbench/driver.ts';

/** The texts of our pages' buttons in each picture; a test compares them with the product's. */
const textsFile = 'texts.json';

/** Takes a picture of README.md, as of a service with a host name of its own, and notes the texts of its buttons. */
export async function readmePicture(workbench: Driver, name: string, folder: string): Promise<void> {
  for (const frame of workbench.page.frames()) await frame.evaluate(nameHost).catch(() => undefined);
  await workbench.screenshot(name, folder);
  const file = path.join(folder, textsFile);
  const texts: Record<string, string[]> = await readFile(file, 'utf8').then(JSON.parse, () => ({}));
  texts[name] = await buttonTexts(workbench.page);
  await writeFile(file, `${JSON.stringify(texts, undefined, 2)}\n`);
}

/** Runs in the page. */
function nameHost(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const own = /127\.0\.0\.1:\d+/gu;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue ?? '';
    // Even the same text, written again, would turn off a style that the page's policy lets in only once.
    if (own.test(text)) node.nodeValue = text.replaceAll(own, 'models.acme.example');
  }
}

async function buttonTexts(page: Page): Promise<string[]> {
  const found = await Promise.all(
    page.frames().map((frame) =>
      frame
        .locator('body[data-page] button:visible')
        .evaluateAll((all) =>
          all.map((one) => one.getAttribute('aria-label') ?? (one as HTMLElement).innerText),
        )
        .catch(() => []),
    ),
  );
  return [...new Set(found.flat().map((text) => text.trim()))].sort();
}

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** Asserts that each name in sight that has no room has lost its middle, and no more of it than it has to. Returns the names. */
export async function assertCutToFit(page: Page, where: string) {
  const names = await page.locator('.name:visible').evaluateAll((all) =>
    all.map((name) => {
      const whole = name.firstElementChild?.textContent ?? '';
      const shown = name.lastElementChild?.textContent ?? '';
      const text = new Range();
      if (name.lastElementChild) text.selectNodeContents(name.lastElementChild);
      const room = name.getBoundingClientRect().right - text.getBoundingClientRect().right;
      return { whole, shown, room, isCut: shown !== whole };
    }),
  );
  for (const { whole, shown, room, isCut } of names) {
    assert.ok(room >= -1, `${shown} ${where}`);
    if (!isCut) continue;
    const [start = '', end = ''] = shown.split('…');
    assert.ok(start !== '' && whole.startsWith(start) && end !== '' && whole.endsWith(end), shown);
    // One more character would have had no room.
    assert.ok(room < 16, `${shown} leaves ${room} px ${where}`);
  }
  return names;
}

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { assertStill, countSteps, maxSteps } from './endlessMotion.ts';
import { pageStates } from './states.ts';
import { applyTheme, type ThemeName, themeNames } from './themes.ts';
import { useBrowser } from './useBrowser.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const everyRule: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] };

/** The rules whose result depends on the theme or, the last one, on the width. */
const lookRules: axe.RunOnly = {
  type: 'rule',
  values: ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'],
};

/** `axe.source` is twice as long to read for the page. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function findViolations(page: Page, theme: ThemeName, rules: axe.RunOnly): Promise<string[]> {
  await applyTheme(page, theme);
  const { violations } = await page.evaluate(
    (options) => window.axe.run(document, options),
    // Only what we read: describing what passes takes most of axe's time.
    { runOnly: rules, resultTypes: ['violations'], selectors: false } satisfies axe.RunOptions,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${theme}, ${id}: ${html}\n${failureSummary}`),
  );
}

// The two themes that VS Code added later show nothing different at another width.
const wideThemes = ['light', 'dark', 'hc-light', 'hc-dark'] as const satisfies readonly ThemeName[];
const narrowThemes = themeNames.filter((theme) => !wideThemes.some((wide) => wide === theme));

/** States that show something under way; without them the others would prove nothing of motion. */
const underWay = ['chat-answering', 'details-loading', 'details-waiting'];

describe('Accessibility of the pages', () => {
  const browser = useBrowser();

  for (const state of pageStates) {
    it(`axe finds nothing in ${state.name}, nothing is cut off from 300 to 3000 px, and what moves without an end makes at most eight steps a second, none if motion is reduced`, async () => {
      const open = await browser.open(state.page, { width: 1000 }, ...state.messages);
      await state.act?.(open);
      // addScriptTag is what the policy is meant to block. Windows show several pages.
      if (await open.page.evaluate(() => !('axe' in window))) await open.page.evaluate(axeSource);
      if (await open.page.locator('.code-block').count())
        await open.page.locator('[class^=hljs-]').first().waitFor();
      const steps = await open.page.evaluate(countSteps);
      if (underWay.includes(state.name)) assert.ok(steps.length > 0);
      for (const count of steps) assert.ok(count <= maxSteps, `${count} steps a second`);
      await assertStill(open.page);
      const found: string[] = [];
      const look = async (theme: ThemeName, rules = lookRules) =>
        found.push(...(await findViolations(open.page, theme, rules)));
      const [first, ...others] = wideThemes;
      await look(first, everyRule);
      for (const theme of others) await look(theme);
      for (const width of [3000, 1400, 800, 480, 300]) {
        await open.page.setViewportSize({ width, height: 700 });
        // Media queries are told in the next frame.
        await open.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
        found.push(...(await open.page.evaluate(findOverflow)).map((text) => `${width} px: ${text}`));
      }
      for (const theme of narrowThemes) await look(theme);
      assert.deepEqual(found, []);
      assert.deepEqual(open.complaints, []);
    });
  }
});

/** Runs in the page: the elements that stick out of it, or are wider than their box without scrolling. */
function findOverflow(): string[] {
  const found: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const { overflowX, display, clipPath } = getComputedStyle(element);
    if (
      clipPath === 'inset(50%)' ||
      element.closest('.codicon, .code-scroll, .table-scroll, .math-scroll, .math-phrase') ||
      display === 'inline'
    )
      continue;
    const box = element.getBoundingClientRect();
    const sticksOut = box.width > 0 && (box.right > innerWidth + 1 || box.left < -1);
    const spills =
      overflowX === 'visible' && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
    if (sticksOut || spills) found.push(`${element.tagName} ${element.className}`);
  }
  return found;
}

import assert from 'node:assert/strict';
import type { OpenPage } from './openPage.ts';
import { serveRun } from './runHost.ts';
import { runState } from './runSamples.ts';
import { conversation, details } from './samples.ts';
import { button, focused } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

/** As an element loses the focus with its frame, and VS Code gives it back to the page alone. */
const leaveAndReturn = ({ page }: OpenPage) =>
  page.evaluate(() => {
    (document.activeElement as HTMLElement).blur();
    window.dispatchEvent(new Event('focus'));
  });

describe('A page that gets the focus back', () => {
  const browser = useBrowser();
  const pages = {
    chat: { open: () => browser.chat(conversation()), first: 'Message', button: 'Settings (2)' },
    run: {
      open: async () => {
        const open = await browser.open('run', { height: 700 });
        await serveRun(open, { state: runState() });
        return open;
      },
      first: runState().title,
      button: 'Export…',
    },
    details: {
      open: () => browser.open('details', {}, { type: 'state', state: details() }),
      first: 'support-tone-v7',
      button: 'Send Test Request',
    },
  };
  for (const [name, { open: openPage, first, button: other }] of Object.entries(pages)) {
    it(`gives it to its first place, then to where it was, each time: ${name}`, async () => {
      const open = await openPage();
      await leaveAndReturn(open);
      assert.equal(await focused(open), first);
      await button(open, other).focus();
      for (let times = 0; times < 3; times++) {
        await leaveAndReturn(open);
        assert.equal(await focused(open), other);
      }
    });

    it(`gives it to what stands in for one that is gone or disabled: ${name}`, async () => {
      const open = await openPage();
      for (const lose of ['remove', 'disable'] as const) {
        const { page } = open;
        await page.evaluate((how) => {
          const lost = document.createElement('button');
          document.querySelector('main')?.append(lost);
          lost.focus();
          lost.blur();
          if (how === 'remove') lost.remove();
          else lost.disabled = true;
        }, lose);
        await leaveAndReturn(open);
        assert.equal(await focused(open), first);
      }
    });
  }
});

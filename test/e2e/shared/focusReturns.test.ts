import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { ChatPage } from '../chatPage.ts';
import { openPlan, runPage } from '../screens/runScreens.ts';
import { writeSets } from '../screens/runStartScreens.ts';
import { clear } from '../screens/steps.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';
import { whenAway, whenBack } from '../whenAway.ts';

/** What a person does to leave a page and come back to it. */
type Ways = Record<string, () => Promise<unknown>>;

/** Whoever leaves a page of ours and comes back can go on typing. Nothing here moves the focus but what a person does. */
describe('The focus, after a way away from a page and back', () => {
  const app = useSharedHostedModels();
  const page = () => app.workbench.page;
  const press = (key: string) => page().keyboard.press(key);
  const pick = () => app.workbench.quickInput;
  const isAway = () => whenAway(page());

  before(() => writeSets(app));
  after(() => rm(path.join(app.workbench.folder, 'sets'), { recursive: true, maxRetries: 5 }));

  async function leavePick(): Promise<void> {
    await pick().waitFor();
    await isAway();
    await press('Escape');
    await pick().waitFor({ state: 'hidden' });
  }

  async function choose(choice: () => Promise<unknown>): Promise<void> {
    await pick().waitFor();
    await isAway();
    await choice();
    await pick().waitFor({ state: 'hidden' });
  }

  const menu = () => page().locator('.monaco-menu').filter({ visible: true });
  async function leaveMenu(): Promise<void> {
    await menu().first().waitFor();
    await isAway();
    await press('Escape');
    await menu().first().waitFor({ state: 'hidden' });
  }

  /** The ways that lead from any page. `own`: the title of its tab, the last one. */
  function everyWay(own: RegExp): Ways {
    const { workbench } = app;
    const tab = () => workbench.editorTab(own);
    const command = 'Notifications: Clear All Notifications';
    const typeCommand = async () => {
      await press('F1');
      await workbench.inputBox.fill(`>${command}`);
      await workbench.pickItem(command).waitFor();
    };
    const toOther = async () => {
      await workbench.editorTab(/^Untitled-1/u).click();
      await page().locator('.monaco-editor.focused').first().waitFor();
    };
    const problems = page().locator('.markers-panel-container');
    return {
      'the palette': async () => {
        await press('F1');
        await leavePick();
      },
      'Go to File': async () => {
        await press('Control+P');
        await leavePick();
      },
      'a command, by mouse': async () => {
        await typeCommand();
        await choose(() => workbench.pick(command));
      },
      'a command, by keys': async () => {
        await typeCommand();
        await choose(() => press('Enter'));
      },
      'the sidebar, by mouse': async () => {
        const group = workbench.treeItem('LoRAs', 'Models');
        await group.click();
        // Lest it stay folded for the suites that follow.
        await press('ArrowRight');
        await group.and(page().locator('[aria-expanded=true]')).waitFor();
        await isAway();
        await tab().click();
      },
      'the sidebar, by keys': async () => {
        await press('Control+0');
        await page().locator('.sidebar :focus').waitFor();
        await isAway();
        await press('Control+1');
      },
      'the panel, by keys': async () => {
        await press('Control+Shift+M');
        await problems.waitFor();
        await isAway();
        await press('Control+Shift+M');
        await problems.waitFor({ state: 'hidden' });
      },
      'another editor, by mouse': async () => {
        await toOther();
        await tab().click();
      },
      'another editor, by keys': async () => {
        await toOther();
        await press('Control+PageUp');
      },
    };
  }

  /** Opens something by a button of a page, by mouse and by its key, and leaves that again. */
  const byButton = (name: string, button: () => Locator, leave: () => Promise<unknown>): Ways => ({
    [`${name}, by mouse`]: async () => {
      await button().click();
      await leave();
    },
    [`${name}, by key`]: async () => {
      await button().press('Enter');
      await leave();
    },
  });

  /** Resolves once the page has the focus, and an element of it does. */
  async function hasFocus(frame: Frame, when: string): Promise<void> {
    const hasIt = () => document.hasFocus() && document.activeElement !== document.body;
    await frame.waitForFunction(hasIt, undefined, { timeout: 10_000 }).catch(() => assert.fail(when));
    await whenBack(frame);
  }

  /** Goes each way; most of these returns are not the first one. `check` gets the page once it has the focus. */
  async function goEach(
    ways: Ways,
    pageInSight: () => Promise<Frame>,
    check: (frame: Frame, way: string) => Promise<unknown>,
  ): Promise<void> {
    for (const [way, go] of Object.entries(ways)) {
      await go();
      const frame = await pageInSight();
      await hasFocus(frame, way);
      await check(frame, way);
    }
  }

  const isFocused = (part: Locator) => part.evaluate((element) => element === document.activeElement);

  it('is in a chat’s message again, or what is typed still arrives there', async () => {
    const { workbench } = app;
    await workbench.runCommand('File: New Untitled Text File');
    let chat = await ChatPage.open(workbench, 'support-tone-v7');
    await chat.send('Hello');
    await chat.ended();
    await workbench.editorTab('Hello').waitFor();
    const model = () => chat.frame.getByRole('combobox', { name: 'Model' });
    let typed = '';
    await goEach(
      {
        ...everyWay(/^Hello/u),
        ...byButton('Attach, left', () => chat.button('Attach'), leavePick),
        ...byButton(
          'Attach, chosen',
          () => chat.button('Attach'),
          () =>
            choose(async () => {
              await workbench.pick('refunds.jsonl');
              await press('Enter');
            }),
        ),
        ...byButton('Model, left', model, leavePick),
        ...byButton('Model, chosen', model, () =>
          choose(async () => {
            await workbench.inputBox.fill('sql-assistant');
            await workbench.pick('sql-assistant');
          }),
        ),
        ...byButton('Export, left', () => chat.button('Export'), leavePick),
        'a turn’s menu': async () => {
          await chat.lastAnswer.click({ button: 'right' });
          await leaveMenu();
        },
      },
      async () => {
        // One that was behind another editor is a new page.
        chat = await ChatPage.inSight(workbench, 'Hello');
        return chat.frame;
      },
      async (_, way) => {
        await page().keyboard.type('ab');
        typed += 'ab';
        assert.equal(await chat.message.inputValue(), typed, way);
      },
    );
    await chat.message.fill('');
  });

  it('is in what a run finds, or on the button that opened a pick', async () => {
    const { workbench } = app;
    for (let runs = 0; runs < 2; runs++) {
      await openPlan(app);
      await workbench.pick('Run');
      const run = await runPage(app);
      await hasFocus(run, 'A new run');
      await run.getByText('passes').first().waitFor();
      await run.getByRole('progressbar').waitFor({ state: 'detached' });
      if (runs === 0) await workbench.runCommand('View: Close Editor');
    }
    await clear(app);
    await workbench.openContainer('Hosted Models');
    let run = await runPage(app);
    const find = () => run.getByRole('searchbox', { name: 'Find' });
    const inSight = async () => {
      run = await runPage(app);
      return run;
    };
    let typed = 'zq';
    await find().fill(typed);
    await goEach(everyWay(/ · refunds\.jsonl · /u), inSight, async (_, way) => {
      await press('z');
      typed += 'z';
      assert.equal(await find().inputValue(), typed, way);
      // A person takes longer than the pause after which it is looked for and kept.
      await run.getByText(`No prompt of this list matches “${typed}”.`).waitFor();
    });
    const first = () => choose(() => pick().locator('.monaco-list-row').first().click());
    const picks: [name: string, leave: () => Promise<void>][] = [
      ['Judge With Model…', leavePick],
      ['Export…', leavePick],
      ['Compare With Run…', leavePick],
      ['Compare With Run…', first],
    ];
    for (const [name, leave] of picks) {
      const button = () => run.getByRole('button', { name });
      const check = async (_: Frame, way: string) => assert.ok(await isFocused(button()), way);
      await goEach(byButton(name, button, leave), inSight, check);
    }
    const rate = run.getByRole('button', { name: /^Rate Blind/u });
    await rate.click();
    await run.getByRole('button', { name: 'Left Is Better' }).waitFor();
    await press('Escape');
    await find().waitFor();
    assert.ok(await isFocused(rate));
  });

  it('is on the same button of a model’s details', async () => {
    const { workbench } = app;
    await workbench.openContainer('Hosted Models');
    await workbench.rowAction(await workbench.scrollTo('support-tone-v7', 'Models'), 'Show Details');
    const inSight = () => workbench.webview('[data-page=details] h1');
    let frame = await inSight();
    await frame.getByText(/Retrieved at/u).waitFor();
    const button = (name: string) => frame.getByRole('button', { name });
    const ways: [name: string, ways: Ways][] = [
      ['Send Test Request', everyWay(/^support-tone-v7$/u)],
      ['Delete LoRA…', byButton('Delete', () => button('Delete LoRA…'), leavePick)],
      ['More Actions…', byButton('More Actions', () => button('More Actions…'), leaveMenu)],
    ];
    // As by Tab from the heading, at which the page begins.
    await frame.locator('h1').click();
    for (const [name, away] of ways) {
      await button(name).focus();
      const again = async () => (frame = await inSight());
      await goEach(away, again, async (_, way) => assert.ok(await isFocused(button(name)), way));
    }
  });

  it('is on the next row of Chats once the open chat was deleted there', async () => {
    const { workbench } = app;
    for (const text of ['First', 'Second', 'Third']) {
      const chat = await ChatPage.open(workbench, 'support-tone-v7');
      await chat.send(text);
      await chat.ended();
    }
    const chats = workbench.view('Chats');
    const row = (title: string) => chats.getByRole('treeitem', { name: new RegExp(`^${title}`, 'u') });
    await workbench.clickRow(row('Third'));
    await ChatPage.inSight(workbench, 'Third');
    // A click opens it, with the focus in its message.
    await workbench.runCommand('Hosted Models: Focus on Chats View');
    const focused = (title: string) =>
      chats.locator('[role=tree]:focus .monaco-list-row.focused').filter({ hasText: title }).waitFor();
    await focused('Third');
    await press('Delete');
    await workbench.editorTab('Third').waitFor({ state: 'detached' });
    await row('Third').waitFor({ state: 'detached' });
    // The page that comes into sight is a new one, which must not take the focus.
    const other = await ChatPage.inSight(workbench, 'Second');
    await focused('Second');
    assert.equal(await other.frame.evaluate(() => document.hasFocus()), false);
    await press('F2');
    await workbench.quickInputSaying(/name|title/iu).waitFor();
    assert.equal(await workbench.inputBox.inputValue(), 'Second');
    await leavePick();
    await press('ControlOrMeta+z');
    await row('Third').waitFor();
    // It is open again, as it was.
    await workbench.editorTab('Third').waitFor();
  });
});

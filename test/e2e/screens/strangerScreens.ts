import { canaryKey } from '../canary.ts';
import { ChatPage } from '../chatPage.ts';
import { ColumnsPage } from '../columnsPage.ts';
import type { ScreenSession } from '../screenStates.ts';
import { runPage } from './runStartScreens.ts';
import * as s from './screenSteps.ts';
import { bothListed, clear } from './steps.ts';

const lora = 'support-tone-v7';
const question = 'Where is my refund?';

/** From the installed package to a verdict, as README.md and docs/prompt-sets.md say, in a window of this width. */
function strangerSession(width: number): ScreenSession {
  const screens: ScreenSession['screens'] = {
    installed: [s.seen(/^Connect to your model/u)],
    url: [s.button('Add Connection…'), s.asked('Base URL')],
    key: [(app) => s.enter(app.service.url)(app), s.asked('API key')],
    connected: [s.enter(canaryKey), s.told('Connected: 30 LoRAs'), bothListed],
    chat: async (app) => {
      await clear(app);
      await s.rowAction(lora, 'Chat')(app);
      const chat = await ChatPage.inSight(app.workbench);
      await chat.send(question);
      await chat.ended();
    },
    compared: async (app) => {
      await s.menu(lora, 'Compare with Base')(app);
      const page = await ColumnsPage.inSight(app.workbench);
      await page.send(question);
      // In a narrow page a tab hides the other answer, but not that it has ended.
      await page.vote.locator('button[aria-disabled=false]').filter({ hasText: lora }).click();
      await page.frame.getByText(`1 : 0 for ${lora}`).waitFor();
    },
    sets: [clear, s.command('Hosted Models: Run Prompt Set…'), s.offered('Sample')],
    models: async ({ workbench }) => {
      await workbench.pick('Sample');
      await workbench.quickInputSaying(/one to four/u).waitFor();
      await workbench.inputBox.fill(lora);
      await workbench.pickItem(lora).getByRole('checkbox').check();
      await workbench.page.getByText('2 Selected').waitFor();
    },
    plan: async ({ workbench }) => {
      await workbench.quickInput.getByRole('button', { name: 'OK' }).click();
      await workbench.quickInputSaying(/requests to/u).waitFor();
    },
    verdict: async (app) => {
      await app.workbench.pick('Run');
      const page = await runPage(app.workbench);
      await page.getByRole('progressbar').waitFor({ state: 'detached' });
      await page
        .getByRole('region', { name: 'Verdict' })
        .getByText(/ points more than /u)
        .waitFor();
      await clear(app);
    },
  };
  return {
    options: { connected: false, viewport: { width, height: 800 }, service: { tokensPerSecond: 200 } },
    screens: Object.fromEntries(
      Object.entries(screens).map(([name, show]) => [`stranger-${width}-${name}`, show]),
    ),
  };
}

/** The narrow one leaves 300 px for a page beside the sidebar. */
export const strangerSessions: readonly ScreenSession[] = [strangerSession(1280), strangerSession(520)];

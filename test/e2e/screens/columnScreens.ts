import { ColumnsPage } from '../columnsPage.ts';
import type { ScreenSession } from '../screenStates.ts';
import { acmeProduction, clear } from './steps.ts';

const base = 'llama-3-8b';
const lora = 'support-tone-v7';
const question = 'How do I answer a customer who waits for a refund?';

/** Two columns, from the menu that opens them to a blind question. */
export const columnsSession: ScreenSession = {
  options: { connections: acmeProduction, service: { tokensPerSecond: 60 } },
  screens: {
    'compare-menu': async ({ workbench }) => {
      await workbench.clickRow(await workbench.scrollTo(lora, 'Models'), { button: 'right' });
      await workbench.menuItem('Compare with Base').waitFor();
    },
    'compare-new': async ({ workbench }) => {
      await workbench.pickMenuItem('Compare with Base');
      await (await ColumnsPage.inSight(workbench)).head(lora).waitFor();
    },
    'compare-streaming': async ({ workbench }) => {
      const page = await ColumnsPage.inSight(workbench);
      await page.send(question);
      await page.answers(lora).getByText('You asked').waitFor();
    },
    'compare-voted': async ({ workbench }) => {
      const page = await ColumnsPage.inSight(workbench);
      await page.answered([base, lora]);
      await page.vote.getByRole('button', { name: lora }).click();
      await page.frame.getByText(`1 : 0 for ${lora}`).waitFor();
    },
    'compare-differences': async ({ workbench }) => {
      await (await ColumnsPage.inSight(workbench)).button('Open Diff').click();
      await workbench.page.locator('.monaco-diff-editor .modified-in-monaco-diff-editor').waitFor();
    },
    'compare-pick': async (app) => {
      await clear(app);
      await app.workbench.runCommand('Hosted Models: Compare Models…');
      await app.workbench.quickInputSaying('Compare Models').waitFor();
      await app.workbench.pickItem(lora).getByRole('checkbox').check();
      await app.workbench.quickInputSaying('check two to four (1 checked)').waitFor();
    },
    'compare-blind': async ({ workbench }) => {
      await workbench.pickItem(base).getByRole('checkbox').check();
      await workbench.quickInput.getByRole('button', { name: 'OK' }).click();
      await workbench
        .editorTab(`Compare: ${base}, ${lora}`)
        .or(workbench.editorTab(`Compare: ${lora}, ${base}`))
        .waitFor();
      const page = await ColumnsPage.inSight(workbench);
      await page.box('Blind').check();
      await page.send(question);
      await page.vote.waitFor();
    },
    'compare-revealed': async ({ workbench }) => {
      const page = await ColumnsPage.inSight(workbench);
      await page.vote.getByRole('button', { name: /A/u }).click();
      await page.answered([base, lora]);
    },
  },
};

import { runPage } from '../screens/runStartScreens.ts';
import { clear } from '../screens/steps.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

/** As docs/prompt-sets.md says, on the service that `npm start` brings. */
describe('The packed sample, run as the documentation says', () => {
  const app = useSharedHostedModels();

  it('ends in a verdict', async () => {
    const { workbench } = app;
    await workbench.pickFromCommand('Hosted Models: Run Prompt Set…', 'Sample');
    await workbench.quickInputSaying(/one to four/u).waitFor();
    await workbench.inputBox.fill('support-tone-v7');
    await workbench.pickItem('support-tone-v7').getByRole('checkbox').check();
    await workbench.page.getByText('2 Selected').waitFor();
    await workbench.quickInput.getByRole('button', { name: 'OK' }).click();
    await workbench.quickInputSaying(/requests to/u).waitFor();
    await workbench.pick('Run');
    const page = await runPage(workbench);
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    await page
      .getByRole('region', { name: 'Verdict' })
      .getByText(/^support-tone-v7 passes \d+ points more than llama-3-8b/u)
      .waitFor();
    await clear(app);
  });
});

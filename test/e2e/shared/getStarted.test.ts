import { useSharedHostedModels } from '../useSharedHostedModels.ts';

// In a window that has shown no Welcome page, VS Code reads the walkthrough only when it is opened.
describe('The walkthrough, opened after its first step', () => {
  const app = useSharedHostedModels();

  it('shows that the step was taken', async () => {
    const { workbench } = app;
    await workbench.openContainer('Hosted Models');
    await workbench.treeItem('LoRAs, 30', 'Models').waitFor();
    await workbench.runCommand('Hosted Models: Get Started');
    const step = workbench.page.locator('.getting-started-step').filter({ hasText: 'Connect your service' });
    await step.getByRole('checkbox', { checked: true }).waitFor();
    await workbench.runCommand('View: Close All Editors');
  });
});

import type { HostedModels } from '../hostedModels.ts';
import type { ScreenSession } from '../screenStates.ts';

const steps = [
  'Connect your service',
  'Chat with a model',
  'Compare a LoRA with its base',
  "Use it in VS Code's chat",
];

/** The walkthrough, wide enough for its pictures. */
export const walkthroughSession: ScreenSession = {
  options: { connected: false, viewport: { width: 1600, height: 900 } },
  screens: Object.fromEntries(
    steps.map((title, index) => [
      `walkthrough-${index + 1}`,
      async ({ workbench }: HostedModels) => {
        if (index === 0) await workbench.view('Models').getByText('first steps').click();
        const step = workbench.page.locator('.getting-started-step').filter({ hasText: title });
        await step.waitFor();
        // It calls itself disabled while it is collapsed.
        if (index > 0) await step.click({ force: true });
        await step.getByRole('button').waitFor();
        await workbench.webview('svg[role=img]');
      },
    ]),
  ),
};

import type { ScreenSession } from '../screenStates.ts';
import { acmeProduction, clear } from './steps.ts';

/** More LoRAs than a group lists. */
export const largeSession: ScreenSession = {
  options: { connections: acmeProduction, service: { loras: 3000 } },
  screens: {
    'list-3000': async (app) => {
      const { workbench } = app;
      await workbench.treeItem('LoRAs, 1,000 of 3,000', 'Models').waitFor();
      await clear(app);
      await workbench.view('Models').getByText('1,000 of 3,000').hover();
      await workbench.page.locator('.monaco-hover:visible').getByText('Only 1,000').waitFor();
    },
    'list-3000-gone-to': async (app) => {
      const { workbench, service } = app;
      await clear(app);
      const far =
        service.catalog.loras
          .map(({ name }) => name)
          .toSorted()
          .at(-1) ?? '';
      await workbench.runCommand('Hosted Models: Go to Model…');
      await workbench.inputBox.fill(far);
      await workbench.pick(far);
      await workbench.treeItem(far, 'Models').waitFor();
      await workbench.view('Models').getByText('3008 models · Acme production').waitFor();
    },
  },
};

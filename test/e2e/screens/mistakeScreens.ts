import type { ScreenSession } from '../screenStates.ts';

/** Connections written by hand, with mistakes. */
export const mistakeSession: ScreenSession = {
  options: {
    connections: (url) => [
      { id: 'production', name: 'Acme production', url },
      { name: 'Acme staging', url: 'htps:/staging.acme.example' },
      { id: 'lab', name: 'Lab', url: 'http://models.lab.example' },
      { id: 'production', name: 'Copy of Acme production', url },
      { name: 'Nothing else' },
    ],
  },
  screens: {
    mistakes: async ({ workbench }) => {
      await workbench.treeItem('Acme production', 'Models').waitFor();
      await workbench.treeItem('Lab', 'Models').hover();
    },
    'mistakes-settings': async ({ workbench }) => {
      await workbench.rowAction(workbench.treeItem('Lab', 'Models'), 'Open Settings');
      await workbench.page.locator('.view-line', { hasText: '"hostedModels.connections"' }).waitFor();
    },
  },
};

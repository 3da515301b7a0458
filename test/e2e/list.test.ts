import { type HostedModels, openHostedModels } from './hostedModels.ts';

describe('the packed extension in the workbench', () => {
  let app: HostedModels;

  before(async () => {
    app = await openHostedModels();
  });

  after(async () => app?.close());

  it('lists the LoRAs and base models of the service', async () => {
    const { workbench, service } = app;
    for (const { name } of [service.catalog.loras[0], service.catalog.baseModels[0]].filter(
      (model) => !!model,
    )) {
      await workbench.scrollTo(name, 'Models');
    }
    await workbench.collapse(await workbench.scrollTo('LoRAs', 'Models'));
    await workbench.treeItem('Base models', 'Models').waitFor();
  });
});

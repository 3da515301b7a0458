import { picturesTaken } from '../workbench/failurePictures.ts';
import { type HostedModels, type HostedModelsOptions, openHostedModels } from './hostedModels.ts';

/** A service and a workbench for the tests of a suite. `options` is called once the earlier hooks have run. */
export function useHostedModels(options: () => HostedModelsOptions = () => ({})): HostedModels {
  let app: HostedModels | undefined;
  before(async () => {
    app = await openHostedModels(options());
  });
  afterEach(picturesTaken);
  after(() => app?.close());
  return onceOpen(() => app);
}

/** Passes on what `find` returns, once it returns something. */
export function onceOpen(find: () => HostedModels | undefined): HostedModels {
  const app = (): HostedModels => {
    const found = find();
    if (!found) throw new Error('The suite has not started yet.');
    return found;
  };
  return {
    get service() {
      return app().service;
    },
    get workbench() {
      return app().workbench;
    },
    close: () => app().close(),
  };
}

import { type RunningService, type ServiceOptions, startService } from '../service/service.ts';
import { packedExtension } from '../workbench/places.ts';
import { startWorkbench, type Workbench, type WorkbenchOptions } from '../workbench/workbench.ts';
import { canaryKey } from './canary.ts';

/** Made by `npm run package`; the scripts that run these tests first make one of their own. */
export const vsix = packedExtension();

export interface HostedModels {
  service: RunningService;
  workbench: Workbench;
  close(): Promise<void>;
}

export interface HostedModelsOptions extends WorkbenchOptions {
  service?: ServiceOptions;
  /** Faults and other changes before the first request. */
  prepareService?: (service: RunningService) => void;
  /** Default true: the environment has the service's URL and key. If false, there is no connection yet. */
  connected?: boolean;
  /** The user setting `hostedModels.connections`, written once the service has its address. */
  connections?: (url: string) => readonly object[];
}

/** The local service, and a VS Code with the packed extension and its sidebar open. */
export async function openHostedModels(options: HostedModelsOptions = {}): Promise<HostedModels> {
  const { service: serviceOptions, prepareService, connected = true, env, ...rest } = options;
  const { connections, userSettings, ...workbenchOptions } = rest;
  const service = await startService({
    keys: [canaryKey],
    tokensPerSecond: Number.POSITIVE_INFINITY,
    ...serviceOptions,
  });
  prepareService?.(service);
  try {
    const [key = ''] = service.keys;
    const connection = connected ? { HOSTED_MODELS_BASE_URL: service.url, HOSTED_MODELS_API_KEY: key } : {};
    const workbench = await startWorkbench({
      vsix,
      ...workbenchOptions,
      userSettings: {
        ...(connections && { 'hostedModels.connections': connections(service.url) }),
        ...userSettings,
      },
      env: { ...connection, ...env },
    });
    await workbench.openContainer('Hosted Models');
    const close = async (): Promise<void> => {
      await workbench.close();
      await service.close();
    };
    return { service, workbench, close };
  } catch (error) {
    await service.close();
    throw error;
  }
}

import connect from 'undici/lib/api/api-connect.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import type Dispatcher from 'undici/types/dispatcher';

type ProxyOptions = NonNullable<ConstructorParameters<typeof EnvHttpProxyAgent>[0]>;

/** A dispatcher that goes through a proxy. */
export function createProxyDispatcher(options: ProxyOptions): Dispatcher {
  return new EnvHttpProxyAgent({
    ...options,
    // undici's root gives every dispatcher this method, and that is the module we must not load.
    clientFactory: (origin, clientOptions) => Object.assign(new Pool(origin, clientOptions), { connect }),
  });
}

// undici is imported by its parts: its root replaces the dispatcher behind everybody's fetch (undici#5500).
declare module 'undici/lib/dispatcher/agent.js' {
  import Agent from 'undici/types/agent';

  export = Agent;
}

declare module 'undici/lib/dispatcher/env-http-proxy-agent.js' {
  import EnvHttpProxyAgent from 'undici/types/env-http-proxy-agent';

  export = EnvHttpProxyAgent;
}

declare module 'undici/lib/api/api-request.js' {
  import type Dispatcher from 'undici/types/dispatcher';

  function request(
    this: Pick<Dispatcher, 'dispatch'>,
    options: Dispatcher.RequestOptions,
  ): Promise<Dispatcher.ResponseData>;

  export = request;
}

declare module 'undici/lib/dispatcher/pool.js' {
  import Pool from 'undici/types/pool';

  export = Pool;
}

declare module 'undici/lib/api/api-connect.js' {
  import type Dispatcher from 'undici/types/dispatcher';

  const connect: Dispatcher['connect'];
  export = connect;
}

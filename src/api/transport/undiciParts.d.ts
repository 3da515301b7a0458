// undici is imported in parts: its root replaces the dispatcher behind everybody's fetch (undici#5500).
declare module 'undici/lib/dispatcher/agent.js' {
  import Agent from 'undici/types/agent';

  export = Agent;
}

declare module 'undici/lib/api/api-request.js' {
  import type Dispatcher from 'undici/types/dispatcher';

  function request(
    this: Pick<Dispatcher, 'dispatch'>,
    options: Dispatcher.RequestOptions,
  ): Promise<Dispatcher.ResponseData>;

  export = request;
}

declare module 'undici/lib/core/connect.js' {
  import type { Socket } from 'node:net';
  import type Connector from 'undici/types/connector';

  namespace buildConnector {
    type Options = Connector.BuildOptions;
    /** The published types leave out the socket that it returns. */
    type Connect = (options: Connector.Options, callback: Connector.Callback) => Socket;
  }

  function buildConnector(options: buildConnector.Options): buildConnector.Connect;

  export = buildConnector;
}

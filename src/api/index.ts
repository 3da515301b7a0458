export { type AdapterRoutes, AdapterServer } from './adapterServer.ts';
export { readLora } from './answer/modelWire.ts';
export { chatBody } from './chat/chatRequestWire.ts';
export { type BaseUrlProblem, type BaseUrlResult, isLoopback, normalizeBaseUrl } from './config/baseUrl.ts';
export {
  type ApiKeyProblem,
  type ApiKeyResult,
  cleanApiKey,
  type HeaderProblem,
  headerNameProblem,
  headerValueProblem,
  maxHeaders,
} from './config/headerRules.ts';
export { createModelSource } from './modelSource.ts';
export { OpenAiClient } from './openAiClient.ts';
export { type OpenAiServer, probeAddress } from './probe/addressProbe.ts';
export {
  type ProbeOptions,
  probeConnect,
  probeLookup,
  probeTls,
  type TlsTarget,
} from './probe/networkProbe.ts';
export type { ServiceClientOptions } from './serverCalls.ts';
export { type ServerWork, WorkClient } from './serverWork.ts';
export { ServiceClient } from './serviceClient.ts';
export { ServiceError, type ServiceErrorDetails, type ServiceErrorKind } from './serviceError.ts';
export { createAutoTransport, createUndiciTransport, type Network } from './transport/autoTransport.ts';
export { createHostTransport } from './transport/hostTransport.ts';
export type * from './types.ts';

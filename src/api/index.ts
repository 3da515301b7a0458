export { type ApiKeyProblem, type ApiKeyResult, cleanApiKey } from './apiKey.ts';
export { createAutoTransport, type Network } from './autoTransport.ts';
export { type BaseUrlProblem, type BaseUrlResult, isLoopback, normaliseBaseUrl } from './baseUrl.ts';
export { createUndiciTransport } from './createUndiciTransport.ts';
export { type HeaderProblem, headerNameProblem, headerValueProblem, maxHeaders } from './headerRules.ts';
export { createHostTransport } from './hostTransport.ts';
export { ServiceClient, type ServiceClientOptions } from './serviceClient.ts';
export { ServiceError, type ServiceErrorDetails, type ServiceErrorKind } from './serviceError.ts';
export type * from './types.ts';

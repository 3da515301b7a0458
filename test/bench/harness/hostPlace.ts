/** What measuring code in VS Code's extension host is given besides its own task. Passed as JSON in `taskVariable`. */
export interface HostPlace {
  /** The service of the connection that the extension has from the environment, and its key. */
  url: string;
  apiKey: string;
  /** The file for the result, as JSON. */
  resultFile: string;
}

export const taskVariable = 'HOSTED_MODELS_BENCH_TASK';

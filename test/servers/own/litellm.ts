import { existsSync } from 'node:fs';
import { createUndiciTransport } from '../../../src/api/index.ts';
import { freePort } from '../../service/network/listening.ts';
import { type Started, startServer } from '../software.ts';
import { takeCommonSteps, takeKeySteps } from './commonSteps.ts';
import { placeOf, versionIn } from './place.ts';
import { chat, clientOf, hello, type OwnServer, refusal, takeSteps } from './steps.ts';
import { isVllmInstalled, serveVllm } from './vllm.ts';

/** 700 MB. */
const place = placeOf('litellm');
const program = place.program('litellm');
const startMs = 3 * 60_000;
const key = 'sk-litellm-key';

export function isLitellmInstalled(): boolean {
  return existsSync(program) && isVllmInstalled();
}

/** Installs LiteLLM once. Resolves with the version. */
export async function setUpLitellm(): Promise<string> {
  if (!isVllmInstalled())
    throw new Error('It stands in front of vLLM: run `npm run servers -- --vllm` first.');
  await place.make();
  if (!existsSync(program)) await place.run(place.program('pip'), 'install', 'litellm[proxy]');
  return versionIn(await place.run(program, '--version'));
}

/** Starts it in front of a server, without a database. */
async function serve(behind: OwnServer): Promise<OwnServer & Started> {
  const port = await freePort();
  const models = [behind.base, ...behind.adapters].map((name) => ({
    model_name: name,
    litellm_params: { model: `hosted_vllm/${name}`, api_base: `${behind.url}/v1`, api_key: 'none' },
  }));
  // Every JSON file is one of YAML.
  const config = { model_list: models, general_settings: { master_key: key } };
  const { close } = await startServer(
    '/usr/bin/env',
    (folder) => [
      // Else it asks for the prices of models on the Web first.
      'LITELLM_LOCAL_MODEL_COST_MAP=True',
      ...[program, '--config', `${folder}/config.yaml`, '--host', '127.0.0.1', '--port', String(port)],
      ...['--telemetry', 'False'],
    ],
    port,
    () => ({ 'config.yaml': JSON.stringify(config) }),
    startMs,
  );
  const transport = await createUndiciTransport();
  return { ...behind, url: `http://127.0.0.1:${port}`, transport, metricsUrl: behind.url, key, close };
}

/** `npm run servers -- --litellm`: the client against a LiteLLM that it installs, in front of vLLM. */
export async function tryLitellm(): Promise<void> {
  const vllm = await serveVllm();
  try {
    const server = await serve(vllm);
    try {
      await takeCommonSteps(server);
      const request = hello(vllm.base, { temperature: -1 });
      await takeSteps([['temperature -1', () => refusal(chat(clientOf(server, key), request))]]);
      await takeKeySteps(server);
    } finally {
      await server.close();
    }
  } finally {
    await vllm.close();
  }
}

import { type Figure, medianFigure, ratioFigure } from '../harness/figures.ts';
import type { Measurement } from '../harness/measurement.ts';
import { runInHost } from '../harness/runInHost.ts';
import { startBenchServer } from '../server/startBenchServer.ts';
import type { AnswerTimes, ProviderTask, ProviderTimes } from './inHost/providerTask.ts';

const chunks = 10_000;

/**
 * CPU time in the extension host, which other extensions share, for an answer read by our client alone and through the provider of
 * VS Code's chat, with its parts kept. What VS Code does with the parts is not in it.
 */
export const vscodeChat: Measurement = {
  name: 'provider',
  title: 'The provider of VS Code’s chat over our client, 10,000 chunks in the extension host, CPU time',
  needs: ['build', 'browser', 'vscode'],
  async measure() {
    await using server = await startBenchServer();
    const { socket, oneByOne, count } = await runInHost<ProviderTask, ProviderTimes>(import.meta.dirname, {
      url: server.url,
      apiKey: 'bench',
      chunks,
      perTurn: 10,
      rounds: 15,
    });
    return [
      ...compare(socket, ''),
      ...compare(oneByOne, ', chunk by chunk'),
      medianFigure('tokens of 10 KB counted', 'µs', count.text),
      medianFigure('tokens of a message of 10 KB counted', 'µs', count.message),
    ];
  },
};

function compare({ client, provider, texts }: AnswerTimes, suffix: string): Figure[] {
  const ours = medianFigure(`client${suffix}`, 'ms', client);
  const through = medianFigure(`provider${suffix}`, 'ms', provider);
  return [
    ours,
    through,
    ratioFigure(`provider / client${suffix}`, through, ours),
    { name: `texts / chunks${suffix}`, unit: '%', value: (100 * texts) / chunks },
  ];
}

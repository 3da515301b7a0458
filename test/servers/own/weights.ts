import type { ModelSource, StreamChat } from '../../../src/api/types.ts';
import { firstRequests } from '../../../src/core/exchange/firstRequests.ts';
import type { Spread } from '../../../src/core/weights/distance.ts';
import { testWeights } from '../../../src/core/weights/weightsTest.ts';
import {
  type EarlierAnswers,
  type OfBoth,
  type WeightsVerdict,
  weightsVerdict,
} from '../../../src/core/weights/weightsVerdict.ts';

/** Tests an adapter's weights so often, each time against the last, and resolves with how often each verdict came. */
export async function repeatWeightsTests(
  source: Pick<ModelSource, 'streamChat'>,
  name: string,
  baseModelName: string,
  times: number,
): Promise<string> {
  const streamChat: StreamChat = (...args) => source.streamChat(...args);
  const { signal } = new AbortController();
  const service = { ...firstRequests(), streamChat: () => streamChat };
  let earlier: OfBoth<EarlierAnswers | undefined> = { base: undefined, adapter: undefined };
  const counts = new Map<string, number>();
  const spreads: Spread[] = [];
  for (let time = 0; time < times; time += 1) {
    const adapter = { connectionId: 'own', name, baseModelName };
    const found = await testWeights(adapter, { service, signal, onWait: () => undefined });
    if ('failed' in found) throw new Error(`It did not answer: ${JSON.stringify(found.failed.error)}`);
    const verdict = weightsVerdict(found, earlier);
    counts.set(nameOf(verdict), (counts.get(nameOf(verdict)) ?? 0) + 1);
    spreads.push(...verdict.adapter.spreads);
    earlier = found;
  }
  const least = Math.min(...spreads.map(({ across }) => across)).toPrecision(2);
  const most = Math.max(...spreads.map(({ within }) => within)).toPrecision(2);
  const verdicts = [...counts].map(([text, count]) => `${count} of ${times} ${text}`).join(', ');
  return `${verdicts}; at least ${least} between them, at most ${most} within one`;
}

function nameOf({ adapter, baseSince, adapterSince }: WeightsVerdict): string {
  const since = [baseSince, adapterSince].some((one) => one?.found.is === 'differs')
    ? ', otherwise than before'
    : '';
  return `${adapter.is}${since}`;
}

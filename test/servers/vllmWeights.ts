import { createUndiciTransport, OpenAiClient } from '../../src/api/index.ts';
import type { StreamChat } from '../../src/api/types.ts';
import { firstRequests } from '../../src/core/exchange/firstRequests.ts';
import { testWeights } from '../../src/core/weights/weightsTest.ts';
import { type EarlierAnswers, type OfBoth, weightsVerdict } from '../../src/core/weights/weightsVerdict.ts';
import { verdictText } from '../../src/ui/weights/weightsText.ts';

const none = { base: undefined, adapter: undefined };

/** Tests an adapter's weights so often, each time against the last, and prints each verdict once, with how often it came. */
export async function repeatWeightsTests(
  url: string,
  name: string,
  baseModelName: string,
  times: number,
  apiKey?: string,
): Promise<OfBoth<EarlierAnswers>> {
  const client = new OpenAiClient({
    baseUrl: url,
    transport: await createUndiciTransport(),
    apiKey: async () => apiKey,
  });
  const streamChat: StreamChat = (...args) => client.streamChat(...args);
  let earlier: OfBoth<EarlierAnswers | undefined> = none;
  const counts = new Map<string, number>();
  const spreads: { across: number; within: number }[] = [];
  let last: OfBoth<EarlierAnswers> | undefined;
  for (let time = 0; time < times; time += 1) {
    const found = await testWeights(
      { connectionId: 'vllm', name, baseModelName },
      {
        service: { ...firstRequests(), streamChat: () => streamChat },
        signal: new AbortController().signal,
        onWait: () => undefined,
      },
    );
    if ('failed' in found) throw new Error(`It did not answer: ${JSON.stringify(found.failed.error)}`);
    const verdict = weightsVerdict(found, earlier);
    const text = verdictText(verdict, { name, baseModelName }).replace(
      / on [A-Z][^.]*\./gu,
      ' on the day before.',
    );
    counts.set(text, (counts.get(text) ?? 0) + 1);
    spreads.push(...verdict.adapter.spreads);
    earlier = found;
    last = found;
  }
  for (const [text, count] of counts) console.log(`${count} of ${times}: ${text}`);
  const sorted = (of: 'across' | 'within') => spreads.map((one) => one[of]).sort((a, b) => a - b);
  const ends = (of: 'across' | 'within') => {
    const all = sorted(of);
    return `${all[0]?.toPrecision(3)} to ${all.at(-1)?.toPrecision(3)}, median ${all[all.length >> 1]?.toPrecision(3)}`;
  };
  console.log(`Distances: between them ${ends('across')}; within one ${ends('within')}`);
  if (!last) throw new Error('There was no test.');
  return last;
}

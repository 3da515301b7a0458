import { inTurn, stream, whole } from '../../service/faults/answers.ts';
import { type Faulty, type Validator, validators } from '../../service/faults/validators.ts';
import { delta, doneEvent, finishEvent } from '../api/harness.ts';
import type { Cell } from './cell.ts';
import { describeSection } from './section.ts';

const ab = stream(delta({ content: 'ab' }), finishEvent + doneEvent);
const well = '"ab", complete (stop)';
const oneByOne: Validator[] = ['openai', 'serde', 'llamacpp', 'plain', 'fastify'];

const refusal = (as: Validator, faulty: Partial<Faulty>) => {
  const { status, body } = validators[as]({
    unknown: [],
    tooLarge: [],
    known: ['model', 'messages'],
    ...faulty,
  });
  return whole(status, typeof body === 'string' ? body : JSON.stringify(body));
};

const cells = (as: Validator): Cell[] => [
  {
    fault: `${as}: stream_options unknown`,
    script: () => inTurn(refusal(as, { unknown: ['stream_options'] }), ab),
    expect: { chat: `${well} · 2 requests` },
  },
  {
    fault: `${as}: stream and stream_options unknown`,
    script: () =>
      oneByOne.includes(as)
        ? inTurn(refusal(as, { unknown: ['stream_options'] }), refusal(as, { unknown: ['stream'] }), ab)
        : inTurn(refusal(as, { unknown: ['stream', 'stream_options'] }), ab),
    expect: { chat: `${well} · ${oneByOne.includes(as) ? 3 : 2} requests` },
  },
];

describeSection('Refused fields', (Object.keys(validators) as Validator[]).flatMap(cells));

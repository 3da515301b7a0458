import fc from 'fast-check';
import { gateways } from '../../service/network/gatewayPath.ts';
import { type Trick, tricks } from '../../service/network/trickyGateway.ts';

/** What somebody else does on the service, to the entry with this number. */
const act = fc.record({
  act: fc.constantFrom('deploy', 'undeploy', 'rename'),
  index: fc.nat({ max: 9 }),
});
export type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

const trick = (...allowed: Trick[]) =>
  fc.array(fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, fc.constantFrom(...allowed)), {
    maxLength: 4,
  });

/** What happens to the requests of one deletion; the `acts` come before the DELETEs with the trick `event`. */
const plan = fc.record({
  get: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, trick('404', '404 after', '500', 'lost after')),
  delete: trick(...tricks.filter((one) => one !== 'half a list')),
  list: trick('404', '500', 'half a list'),
  acts: fc.array(act, { maxLength: 2 }),
});
export type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

/** The person's answer to the question that wants the number. */
const answer = fc.oneof(
  { weight: 6, arbitrary: fc.constant('number' as const) },
  fc.constantFrom('back, number', 'back, Escape', 'Escape', 'wrong, number', 'wrong, Escape'),
);
export type Answer = typeof answer extends fc.Arbitrary<infer T> ? T : never;

/** The person's answer to the message of the next window. */
const told = fc.constantFrom('ignored', 'Show Report', 'Check Now', 'Retry');
export type AfterReload = typeof told extends fc.Arbitrary<infer T> ? T : never;

/** What happens while the first DELETE is under way. */
const during = <const D extends 'stop' | 'reload'>(...all: D[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, fc.constantFrom(...all));

const between = fc.array(act, { maxLength: 1 });
const many = { answer, between, plan, during: during('stop', 'reload'), told };

const rows = fc.record({
  is: fc.constant('rows'),
  picks: fc.uniqueArray(fc.nat({ max: 9 }), { minLength: 2, maxLength: 5 }),
  ...many,
});
const palette = fc.record({
  is: fc.constant('palette'),
  filter: fc.constantFrom('', '', 'prod', '/', 'e', 'llama', 'no such'),
  ...many,
});
const one = fc.record({
  is: fc.constant('one'),
  pick: fc.nat({ max: 9 }),
  /** What happens to the retrieve before the question. */
  asking: fc.oneof({ weight: 5, arbitrary: fc.constant([]) }, trick('404', '500', '404 after')),
  isAgreed: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
  between,
  plan,
  during: during('reload'),
  told,
  /** Whether the person chooses *Check Now* in the message that says "unknown". */
  checks: fc.boolean(),
});

const first = fc.oneof(rows, palette, one);
const step = fc.oneof(
  { weight: 12, arbitrary: first },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('again'), ...many }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('check'), list: trick('500', 'half a list', '404') }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('list'), list: trick('500', 'half a list') }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('act'), act }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('reload'), told }) },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
export type StepOf<I extends Step['is']> = Extract<Step, { is: I }>;

const sequence = fc.record({
  gateway: fc.oneof(
    { weight: 2, arbitrary: fc.constant('HAProxy' as const) },
    fc.constantFrom(...Object.keys(gateways).filter(isGateway)),
  ),
  /** The first step deletes something, so that the others have something to work on. */
  steps: fc
    .tuple(first, fc.array(step, { minLength: 2, maxLength: 5 }))
    .map(([begin, rest]): Step[] => [begin, ...rest]),
});
export type Sequence = typeof sequence extends fc.Arbitrary<infer T> ? T : never;

/** The same seed gives the same sequences, whatever the count: a longer run begins with the shorter one. */
export function sampleSequences(seed: number, count: number): Sequence[] {
  return fc.sample(sequence, { seed, numRuns: count });
}

/** "rows 1 3 (back, number) +stop" */
export function shortText(one: Step): string {
  const parts: string[] = [one.is];
  if (one.is === 'rows') parts.push(one.picks.join(' '));
  if (one.is === 'palette') parts.push(`"${one.filter}"`);
  if (one.is === 'one') parts.push(`${one.pick}`, one.isAgreed ? 'agreed' : 'left');
  if (one.is === 'act') parts.push(one.act.act, `${one.act.index}`);
  if ('answer' in one) parts.push(`(${one.answer})`);
  if ('during' in one && one.during) parts.push(`+${one.during}`);
  if ('told' in one && (one.is === 'reload' || one.during === 'reload')) parts.push(`→ ${one.told}`);
  return parts.join(' ');
}

function isGateway(name: string): name is keyof typeof gateways {
  return Object.hasOwn(gateways, name);
}

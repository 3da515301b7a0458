import fc from 'fast-check';
import { gateways } from '../../../service/network/gatewayPath.ts';
import { type Asked, type Trick, tricks } from '../../../service/network/trickyGateway.ts';
import { holds } from '../../properties/holds.ts';
import { type MachineWindow, variants } from './machine/machineWindow.ts';
import { type Act, changedFields, MachineWorld, names } from './machine/machineWorld.ts';

const monthMs = 31 * 86_400_000;
const sleepMs = 70_000;

/** Mostly one of the first few, so that events concern what is being deleted. */
const index = fc.oneof(fc.nat({ max: 1 }), fc.nat({ max: names.length - 1 }));
const window = fc.nat({ max: 1 });
/** Which one of a deployment's fields a new one changes. */
const field = fc.nat({ max: changedFields - 1 });
/** What happens while a request is under way. */
const event = fc.oneof(
  {
    // A deployment differs in one field at a time, and only some of the moments count.
    weight: 5,
    arbitrary: fc.record({
      is: fc.constantFrom<Act>('deploy', 'deploy', 'deploy', 'deploy', 'undeploy', 'rename'),
      index,
      organization: fc.constantFrom('a', 'a', 'a', 'b'),
      field,
    }),
  },
  fc.record({ is: fc.constant('key'), window, variant: fc.constantFrom(...variants) }),
  fc.record({ is: fc.constant('sleep') }),
  fc.record({ is: fc.constant('late') }),
  fc.record({ is: fc.constantFrom('stop', 'crash', 'reload', 'orphans'), window }),
  fc.record({ is: fc.constant('clock'), months: fc.constantFrom(-1, 0, 1) }),
);
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

const trick = (...allowed: Trick[]) =>
  fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, fc.constantFrom(...allowed)), {
    maxLength: 4,
  });
const anyPlan = fc.record({
  get: trick('404', '404 after', '500', 'event', 'event', 'event', 'event'),
  delete: trick(...tricks.filter((one) => one !== 'half a list' && one !== 'lagging'), '429', 'late'),
  list: trick('404', '500', 'half a list', 'lagging', 'event'),
  events: fc.array(event, { maxLength: 3 }),
});
type Plan = typeof anyPlan extends fc.Arbitrary<infer T> ? T : never;
/** Somebody deploys anew between what was agreed to and the check before its DELETE, which chance alone hardly brings about. */
const redeployed = fc.tuple(fc.nat({ max: 2 }), field).map(
  ([before, changed]): Plan => ({
    get: [...new Array<undefined>(before).fill(undefined), 'event'],
    delete: [],
    list: [],
    events: [{ is: 'deploy', index: 0, organization: 'a', field: changed }],
  }),
);
/** A request is carried out late, and what is retried meanwhile can't be retrieved. */
const delayed = fc.constantFrom<Plan>(
  { get: [], delete: ['late', 'late'], list: [], events: [] },
  { get: ['404', '404', '404'], delete: [], list: [], events: [] },
);
const plan = fc.oneof({ weight: 3, arbitrary: anyPlan }, redeployed, delayed);

const step = fc.oneof(
  { weight: 1, arbitrary: event },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('list'), window }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('again'), window, plan }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('one'), window, index, agrees: fc.boolean(), plan }) },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant('many'),
      window,
      picks: fc.uniqueArray(index, { minLength: 1, maxLength: 8 }),
      isAlongside: fc.boolean(),
      plan,
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const rules = fc.constantFrom(...Object.values(gateways));

describe('Deleting, for any sequence of what people, services and machines do', () => {
  const clocks = { date: Date.now, performance: performance.now.bind(performance) };
  const restore = () => {
    Object.assign(Date, { now: clocks.date });
    Object.assign(performance, { now: clocks.performance });
  };
  afterEach(restore);

  holds(
    'deletes only what was agreed to, keeps what it was, and reports what is true',
    100,
    fc.asyncProperty(
      rules,
      fc.boolean(),
      fc.array(step, { minLength: 1, maxLength: 6 }),
      async (gateway, slashesInPath, steps) => {
        const world = await MachineWorld.open(gateway, slashesInPath);
        try {
          await new Run(world, clocks).all(steps);
          await world.assertAll();
        } finally {
          restore();
          await world.close();
        }
      },
    ),
    { longestMs: 120_000 },
  );
});

interface Clocks {
  date: () => number;
  performance: () => number;
}

class Run {
  readonly #world: MachineWorld;
  readonly #clocks: Clocks;
  /** How long the machine has slept, and how far its clock was set, in ms. */
  #slept = 0;
  #setBy = 0;
  readonly #windows: MachineWindow[] = [];
  readonly #alongside: Promise<void>[] = [];
  #replacing: Promise<void> = Promise.resolve();

  constructor(world: MachineWorld, clocks: Clocks) {
    this.#world = world;
    this.#clocks = clocks;
  }

  async all(steps: readonly Step[]): Promise<void> {
    for (let count = 0; count < 2; count += 1) {
      const opened = await this.#world.openWindow();
      await opened.list();
      this.#windows.push(opened);
    }
    for (const one of steps) await this.#step(one);
    await Promise.all(this.#alongside);
    await this.#replacing;
    this.#play({ get: [], delete: [], list: [], events: [] });
    // The next windows find whatever was left behind, and settle what their keys can tell.
    for (const one of this.#windows) one.close();
    await this.#world.gateway.deliverLate();
    for (const variant of variants) {
      const last = await this.#world.openWindow(variant);
      await last.lookForOrphans();
      last.close();
    }
  }

  async #step(one: Step): Promise<void> {
    await this.#replacing;
    switch (one.is) {
      case 'list':
        return this.#windows[one.window]?.list();
      case 'one':
        this.#play(one.plan);
        return this.#whileAlive(one.window, (its) => its.deleteOne(names[one.index] ?? '', one.agrees));
      case 'again':
        this.#play(one.plan);
        return this.#whileAlive(one.window, (its) => its.tryAgain());
      case 'many': {
        this.#play(one.plan);
        const picked = one.picks.map((pick) => names[pick] ?? '');
        const deleting = this.#whileAlive(one.window, (its) => its.deleteMany(picked));
        if (one.isAlongside) this.#alongside.push(deleting);
        return one.isAlongside ? undefined : deleting;
      }
      default:
        return this.#event(one);
    }
  }

  /** The work of a killed window never ends for anybody. */
  async #whileAlive(at: number, work: (its: MachineWindow) => Promise<void>): Promise<void> {
    const its = this.#windows[at];
    if (its) await Promise.race([work(its), its.died]);
  }

  #play({ events, ...plans }: Pick<Plan, Asked | 'events'>): void {
    for (const asked of ['get', 'delete', 'list'] as const) this.#world.gateway.play(asked, plans[asked]);
    const left = [...events];
    this.#world.gateway.onEvent = () => {
      const next = left.shift();
      return next && this.#event(next);
    };
  }

  async #event(one: Event): Promise<void> {
    if ('months' in one) this.#setClocks(this.#slept, one.months * monthMs);
    else if (one.is === 'sleep') this.#setClocks(this.#slept + sleepMs, this.#setBy);
    else if (one.is === 'late') await this.#world.gateway.deliverLate();
    else if (one.is === 'key') this.#windows[one.window]?.setKey(one.variant);
    else if ('index' in one) this.#world.act(one);
    else if (one.is === 'stop') this.#windows[one.window]?.stop();
    else if (one.is === 'orphans') await this.#windows[one.window]?.lookForOrphans();
    else {
      this.#replacing = this.#replace(one.window, one.is === 'crash');
      await this.#replacing;
    }
  }

  #setClocks(slept: number, setBy: number): void {
    this.#slept = slept;
    this.#setBy = setBy;
    const { date, performance: steady } = this.#clocks;
    Object.assign(Date, { now: () => date() + slept + setBy });
    Object.assign(performance, { now: () => steady() + slept });
  }

  /** Nothing else starts in a window that is closing. */
  async #replace(at: number, isKilled: boolean): Promise<void> {
    const its = this.#windows[at];
    if (isKilled) await its?.crash();
    else its?.close();
    const next = await this.#world.openWindow();
    this.#windows[at] = next;
    await next.list();
  }
}

import fc from 'fast-check';
import { gateways } from '../../../service/network/gatewayPath.ts';
import { type Asked, type Trick, tricks } from '../../../service/network/trickyGateway.ts';
import { holds } from '../../properties/holds.ts';
import type { MachineWindow } from './machine/machineWindow.ts';
import { type Act, MachineWorld, names } from './machine/machineWorld.ts';

const monthMs = 31 * 86_400_000;

/** Mostly one of the first few, so that events concern what is being deleted. */
const index = fc.oneof(fc.nat({ max: 1 }), fc.nat({ max: names.length - 1 }));
const window = fc.nat({ max: 1 });
/** What happens while a request is under way. */
const event = fc.oneof(
  fc.record({ is: fc.constantFrom<Act>('deploy', 'undeploy', 'rename'), index }),
  fc.record({ is: fc.constantFrom('stop', 'crash', 'reload', 'orphans'), window }),
  fc.record({ is: fc.constant('clock'), months: fc.constantFrom(-1, 0, 1) }),
);
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

const trick = (...allowed: Trick[]) =>
  fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, fc.constantFrom(...allowed)), {
    maxLength: 4,
  });
const plan = fc.record({
  get: trick('404', '404 after', '500', 'event', 'event'),
  delete: trick(...tricks.filter((one) => one !== 'half a list'), '429'),
  list: trick('404', '500', 'half a list', 'event'),
  events: fc.array(event, { maxLength: 3 }),
});
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

const step = fc.oneof(
  { weight: 1, arbitrary: event },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('list'), window }) },
  {
    weight: 3,
    arbitrary: fc.record({ is: fc.constant('one'), window, index, agrees: fc.boolean(), plan }),
  },
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
  const now = Date.now;
  afterEach(() => Object.assign(Date, { now }));

  holds(
    'deletes only what was agreed to, keeps what it was, and reports what is true',
    200,
    fc.asyncProperty(
      rules,
      fc.boolean(),
      fc.array(step, { minLength: 1, maxLength: 6 }),
      async (gateway, slashesInPath, steps) => {
        const world = await MachineWorld.open(gateway, slashesInPath);
        try {
          await new Run(world, now).all(steps);
          await world.assertAll();
        } finally {
          Object.assign(Date, { now });
          await world.close();
        }
      },
    ),
    120_000,
  );
});

class Run {
  readonly #world: MachineWorld;
  readonly #now: () => number;
  readonly #windows: MachineWindow[] = [];
  readonly #alongside: Promise<void>[] = [];
  #replacing: Promise<void> = Promise.resolve();

  constructor(world: MachineWorld, now: () => number) {
    this.#world = world;
    this.#now = now;
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
    // The next window finds whatever was left behind, and can settle it.
    for (const one of this.#windows) one.close();
    const last = await this.#world.openWindow();
    await last.lookForOrphans();
    last.close();
  }

  async #step(one: Step): Promise<void> {
    await this.#replacing;
    switch (one.is) {
      case 'list':
        return this.#windows[one.window]?.list();
      case 'one':
        this.#play(one.plan);
        return this.#whileAlive(one.window, (its) => its.deleteOne(names[one.index] ?? '', one.agrees));
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
    if ('months' in one) {
      const offset = one.months * monthMs;
      Object.assign(Date, { now: () => this.#now() + offset });
    } else if ('index' in one) this.#world.act(one.is, one.index);
    else if (one.is === 'stop') this.#windows[one.window]?.stop();
    else if (one.is === 'orphans') await this.#windows[one.window]?.lookForOrphans();
    else {
      this.#replacing = this.#replace(one.window, one.is === 'crash');
      await this.#replacing;
    }
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

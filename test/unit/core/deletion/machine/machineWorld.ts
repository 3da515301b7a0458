import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLora } from '../../../../../src/api/index.ts';
import type { Connection } from '../../../../../src/core/connections/connection.ts';
import { DeletionJournal } from '../../../../../src/core/deletion/journal.ts';
import type { PathRules } from '../../../../service/network/gatewayPath.ts';
import { TrickyGateway } from '../../../../service/network/trickyGateway.ts';
import { type RunningService, startService, type WireLora } from '../../../../service/service.ts';
import { connection } from '../../fixtures.ts';
import {
  type Agreed,
  type DeletionRun,
  MachineWindow,
  type Told,
  type Variant,
  variants,
  type WindowParts,
} from './machineWindow.ts';

/** Some may be mistaken for another one by a gateway, and two look alike. */
export const names = [
  'prod',
  'prod\u3164',
  'team/tone',
  'old/../prod',
  './prod',
  'a//b',
  'x%2Fy',
  'x/y',
  'v\\..\\w',
  'c;d',
  'e',
];

/** What somebody else does on the service, to the entry with this number. */
export type Act = 'deploy' | 'undeploy' | 'rename';

/** Longest age of a check when its request leaves, in ms. */
const maxAgeMs = 5000;

type Organization = 'a' | 'b';

/** What somebody else does to the entry with this index. */
interface Change {
  is: Act;
  index: number;
  organization: Organization;
  /** Which field another deployment changes. */
  field: number;
}

/** How many fields a deployment may differ in. */
export const changedFields = 4;

type Leaving = Parameters<WindowParts['leaving']>[0];

function organizationOf(variant: string): Organization {
  return variant.startsWith('b') ? 'b' : 'a';
}

/** Two organizations behind a gateway, two windows over the same files, and everything needed to judge them. */
export class MachineWorld {
  readonly gateway: TrickyGateway;
  readonly #services: Readonly<Record<Organization, RunningService>>;
  readonly #folder: string;
  readonly #connection: Connection;
  readonly #agreed: Agreed[] = [];
  readonly #runs = new Map<string, DeletionRun[]>();
  /** What was last told of each deletion. */
  readonly #told = new Map<string, Told>();
  readonly #wrongs: string[] = [];
  #opened = 0;
  #changes = 0;

  static async open(rules: PathRules, slashesInPath: boolean): Promise<MachineWorld> {
    const services = {
      a: await startService({ emptyCatalog: true, slashesInPath }),
      b: await startService({ emptyCatalog: true, slashesInPath }),
    };
    const portOf = (key: string) =>
      Number(new URL(services[organizationOf(key.split('-')[1] ?? '')].url).port);
    const gateway = new TrickyGateway({ port: portOf, rules, slashesInPath });
    const folder = await mkdtemp(join(tmpdir(), 'hosted-models-'));
    return new MachineWorld(services, gateway, folder, await gateway.start());
  }

  constructor(
    services: Record<Organization, RunningService>,
    gateway: TrickyGateway,
    folder: string,
    baseUrl: string,
  ) {
    this.#services = services;
    this.gateway = gateway;
    this.#folder = folder;
    this.#connection = connection({ baseUrl });
    for (const { catalog } of Object.values(services)) {
      for (const [index, name] of names.entries()) {
        catalog.loras.push({ name, unit_price: 0.25, ...(index % 3 === 1 ? {} : this.#deployment()) });
      }
    }
  }

  /** Each window has its own keys, which identify its requests. */
  openWindow(variant: Variant = 'a'): Promise<MachineWindow> {
    this.#opened += 1;
    const prefix = this.#opened;
    for (const one of variants) this.#services[organizationOf(one)].keys.add(`${prefix}-${one}`);
    const parts = {
      keyOf: (one: Variant) => `${prefix}-${one}`,
      folder: this.#folder,
      connection: this.#connection,
      runs: this.#runs,
      arrivals: () => this.gateway.arrivals.length,
      agreed: (one: Agreed) => void this.#agreed.push(one),
      told: (told: Told) => {
        this.#assertTrue(told);
        this.#told.set(told.id, told);
      },
      leaving: (request: Leaving) => this.#judgeLeaving(request),
    };
    return MachineWindow.open(parts, variant);
  }

  act({ is, index, organization, field }: Change): void {
    const { loras } = this.#services[organization].catalog;
    const lora = loras[index % Math.max(1, loras.length)];
    if (!lora) return;
    if (is === 'undeploy') delete lora.active_deployment;
    else if (is === 'deploy') Object.assign(lora, this.#deployment(lora, field));
    else {
      this.#changes += 1;
      lora.name = `${lora.name}-${this.#changes}`;
    }
  }

  /**
   * Call after windows with every key have settled what they could. Asserts that every deletion was agreed to, and is in the journal,
   * and that nothing was carried out that was told not to be.
   */
  async assertAll(): Promise<void> {
    assert.deepEqual(this.#wrongs, []);
    const { arrivals } = this.gateway;
    const requests = Object.values(this.#services).flatMap((service) => service.requests);
    const sent = requests.filter(({ method }) => method === 'DELETE').length;
    assert.equal(arrivals.filter(({ asked, isPassed }) => asked === 'delete' && isPassed).length, sent);
    for (const [at, { asked }] of arrivals.entries()) if (asked === 'delete') this.#assertAgreed(at);
    for (const told of this.#told.values()) this.#assertTrue(told);
    const journal = new DeletionJournal(join(this.#folder, 'deleted.jsonl'));
    const { entries, open, unreadable } = await journal.read((object) => object);
    assert.equal(unreadable, 0);
    for (const { entries: kept } of open.values()) {
      for (const { lora, outcome, credentials } of kept.values()) {
        const isListed = outcome.is === 'unknown' && this.#has(lora.name, organizationOf(credentials));
        assert.ok(isListed || outcome.is !== 'unknown', `${lora.name} is gone, and still unknown.`);
      }
    }
    for (const { name, isSure, deletion } of entries) {
      const organization = organizationOf(
        this.#runs.get(deletion)?.findLast(({ names: deleted }) => deleted.has(name))?.variant ?? '',
      );
      assert.equal(this.#has(name, organization), !isSure, `The journal is wrong about ${name}: ${isSure}.`);
    }
    for (const [at, { asked, name, status }] of arrivals.entries()) {
      if (asked !== 'delete' || status !== 200) continue;
      const facts = [this.#retrievedBefore(at)?.body, arrivals[at]?.body];
      const kept = entries.some(
        (entry) => entry.name === name && facts.some((one) => isSame(one, entry.brief)),
      );
      assert.ok(kept, `${name} was deleted, and the journal has not what it was.`);
    }
  }

  async close(): Promise<void> {
    await this.gateway.close();
    for (const service of Object.values(this.#services)) await service.close();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Another deployment, which differs from the one before in a single field. */
  #deployment({ active_deployment }: Partial<WireLora> = {}, field = 0): Pick<WireLora, 'active_deployment'> {
    this.#changes += 1;
    const serial = this.#changes;
    const first = { base_model_name: 'base', created_at: 1_700_000_000, id: 'first' };
    const changes = [
      { created_at: 1_700_000_000 + serial },
      { created_at: new Date(1e12 + serial * 1000).toISOString() },
      { creator: { api_key: { name: `ci-${serial}` } } },
      { id: `id-${serial}` },
    ];
    const before = active_deployment ?? { ...first, creator: { api_key: { name: 'ci' } } };
    return { active_deployment: { ...before, ...changes[field] } as never };
  }

  #has(name: string, organization: Organization): boolean {
    return this.#services[organization].catalog.loras.some((lora) => lora.name === name);
  }

  /**
   * Notes a DELETE that leaves with another key than the connection's, or long after its retrieve, by the clock that stands for real
   * time here. What is thrown in a transport would count as its failure.
   */
  #judgeLeaving({ key, isOfNow, method, url }: Leaving): void {
    if (method !== 'DELETE') return;
    const name = decodeURIComponent(url.pathname.slice('/api/v1/lora/'.length));
    const found = this.gateway.arrivals.findLast(
      (one) => one.key === key && one.asked === 'get' && readLora(one.body)?.name === name,
    );
    const age = performance.now() - (found?.answeredAt ?? Number.NEGATIVE_INFINITY);
    if (age > maxAgeMs) this.#wrongs.push(`${name} left ${age} ms after it was retrieved.`);
    if (!isOfNow) this.#wrongs.push(`${name} left with a key that the connection no longer had.`);
  }

  #assertAgreed(at: number): void {
    const { arrivals } = this.gateway;
    const { key, name } = arrivals[at] ?? { key: '', name: '' };
    const agreed = this.#agreed.findLast((one) => one.key === key && one.lora.name === name && one.at <= at);
    assert.ok(agreed, `${name} was deleted, and nobody had agreed to it.`);
    const found = this.#retrievedBefore(at);
    assert.ok(found, `${name} was deleted, and was not retrieved just before.`);
    const between = arrivals.slice(found.at + 1, at);
    const isRepeated = between.some((one) => one.key === key && one.asked === 'delete' && one.name === name);
    assert.ok(!isRepeated, `${name} was sent twice without a retrieve between.`);
    const [now, then] = [found.body, agreed.raw].map(deploymentIn);
    assert.ok(now === undefined || isSame(now, then), `${name} was not what was agreed to.`);
  }

  /** The last answer to the same window with this very entry, before the request number `at`. */
  #retrievedBefore(at: number): { at: number; body: unknown } | undefined {
    const { arrivals } = this.gateway;
    const { key, name } = arrivals[at] ?? { key: '', name: '' };
    const found = arrivals.findLastIndex((one, index) => {
      const isMeant = index < at && one.key === key && one.asked === 'get' && one.status === 200;
      return isMeant && readLora(one.body)?.name === name;
    });
    return found < 0 ? undefined : { at: found, body: arrivals[found]?.body };
  }

  /** Asserts that a report is true. No deleted name reappears. */
  #assertTrue({ id, entries }: Told): void {
    const own = (this.#runs.get(id) ?? []).flatMap(({ key, names: deleted, from, to }) =>
      this.gateway.arrivals
        .slice(from, to)
        .filter((one) => one.key === key && one.asked === 'delete' && deleted.has(one.name)),
    );
    for (const { lora, outcome, credentials } of entries) {
      const organization = organizationOf(credentials);
      const { name } = lora;
      const isCarriedOut = own.some((one) => one.name === name && one.status === 200);
      const say = `${name} is told as ${JSON.stringify(outcome)}`;
      if (outcome.is === 'deleted' || outcome.is === 'alreadyGone')
        assert.ok(!this.#has(name, organization), say);
      // Another window may have deleted it meanwhile, but this one has not.
      if (outcome.is !== 'deleted' && outcome.is !== 'unknown') assert.ok(!isCarriedOut, say);
      // It may have changed during the wait for a busy service.
      const isSent = own.some((one) => one.name === name && one.status !== 429);
      if (outcome.is === 'changed') assert.ok(!isSent, say);
    }
  }
}

function deploymentIn(entry: unknown): unknown {
  return (entry as Partial<WireLora> | null)?.active_deployment;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

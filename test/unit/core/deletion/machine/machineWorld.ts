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
import { type Agreement, MachineWindow, type Told } from './machineWindow.ts';

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

/** A service behind a gateway, two windows over the same files, and everything needed to judge them. */
export class MachineWorld {
  readonly gateway: TrickyGateway;
  readonly service: RunningService;
  readonly #folder: string;
  readonly #connection: Connection;
  readonly #agreements: Agreement[] = [];
  readonly #begun = new Map<string, { key: string; from: number }>();
  #opened = 0;
  #deployed = 0;

  static async open(rules: PathRules, slashesInPath: boolean): Promise<MachineWorld> {
    const service = await startService({ emptyCatalog: true, slashesInPath });
    const gateway = new TrickyGateway({ port: Number(new URL(service.url).port), rules, slashesInPath });
    const folder = await mkdtemp(join(tmpdir(), 'hosted-models-'));
    return new MachineWorld(service, gateway, folder, await gateway.start());
  }

  constructor(service: RunningService, gateway: TrickyGateway, folder: string, baseUrl: string) {
    this.service = service;
    this.gateway = gateway;
    this.#folder = folder;
    this.#connection = { id: 'acme', name: 'Acme', baseUrl, readOnly: false, allowHttp: false };
    for (const [index, name] of names.entries()) {
      service.catalog.loras.push({ name, unit_price: 0.25, ...(index % 3 === 0 ? this.#deployment() : {}) });
    }
  }

  /** Each window has its own key, which identifies its requests. */
  openWindow(): Promise<MachineWindow> {
    this.#opened += 1;
    const key = `key-${this.#opened}`;
    this.service.keys.add(key);
    return MachineWindow.open({
      key,
      folder: this.#folder,
      connection: this.#connection,
      begun: this.#begun,
      arrivals: () => this.gateway.arrivals.length,
      agreed: (agreement) => void this.#agreements.push(agreement),
      told: (told) => this.#assertTrue(told),
    });
  }

  act(act: Act, index: number): void {
    const lora = this.service.catalog.loras[index % Math.max(1, this.service.catalog.loras.length)];
    if (!lora) return;
    if (act === 'undeploy') delete lora.active_deployment;
    else if (act === 'deploy') Object.assign(lora, this.#deployment());
    else {
      this.#deployed += 1;
      lora.name = `${lora.name}-${this.#deployed}`;
    }
  }

  /** Call after the last window has settled everything. Asserts that every deletion was agreed to, and is in the journal. */
  async assertAll(): Promise<void> {
    const { arrivals } = this.gateway;
    const sent = this.service.requests.filter(({ method }) => method === 'DELETE').length;
    assert.equal(arrivals.filter(({ asked, isPassed }) => asked === 'delete' && isPassed).length, sent);
    for (const [at, { asked }] of arrivals.entries()) if (asked === 'delete') this.#assertAgreed(at);
    const journal = new DeletionJournal(join(this.#folder, 'deleted.jsonl'));
    const { entries, open, unreadable } = await journal.read((object) => object);
    assert.deepEqual([unreadable, [...open.keys()]], [0, []]);
    for (const { name, isSure } of entries) {
      assert.ok(isSure && !this.#has(name), `The journal calls ${name} deleted, and it is there.`);
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
    await this.service.close();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #deployment(): Pick<WireLora, 'active_deployment'> {
    this.#deployed += 1;
    return { active_deployment: { base_model_name: 'base', created_at: 1_700_000_000 + this.#deployed } };
  }

  #has(name: string): boolean {
    return this.service.catalog.loras.some((lora) => lora.name === name);
  }

  #assertAgreed(at: number): void {
    const { arrivals } = this.gateway;
    const { key, name } = arrivals[at] ?? { key: '', name: '' };
    const agreed = this.#agreements.findLast(
      (one) => one.key === key && one.lora.name === name && one.at <= at,
    );
    assert.ok(agreed, `${name} was deleted, and nobody had agreed to it.`);
    const found = this.#retrievedBefore(at);
    assert.ok(found, `${name} was deleted, and was not retrieved just before.`);
    const between = arrivals.slice(found.at + 1, at);
    const isRepeated = between.some((one) => one.key === key && one.asked === 'delete' && one.name === name);
    assert.ok(!isRepeated, `${name} was sent twice without a retrieve between.`);
    // Each deployment here has a different time.
    const now = readLora(found.body)?.activeDeployment?.createdAt;
    const then = agreed.lora.activeDeployment?.createdAt;
    assert.ok(now === undefined || now === then, `${name} was not what was agreed to.`);
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

  /** Asserts that a report is true when it is made. No deleted name reappears. */
  #assertTrue({ id, entries }: Told): void {
    const { key, from } = this.#begun.get(id) ?? { key: '', from: 0 };
    const own = this.gateway.arrivals.slice(from).filter((one) => one.key === key && one.asked === 'delete');
    for (const { lora, outcome } of entries) {
      const { name } = lora;
      const isCarriedOut = own.some((one) => one.name === name && one.status === 200);
      const say = `${name} is told as ${JSON.stringify(outcome)}`;
      if (outcome.is === 'deleted' || outcome.is === 'alreadyGone') assert.ok(!this.#has(name), say);
      // Another window may have deleted it meanwhile, but this one has not.
      if (outcome.is !== 'deleted' && outcome.is !== 'unknown') assert.ok(!isCarriedOut, say);
      // It may have changed during the wait for a busy service.
      const isSent = own.some((one) => one.name === name && one.status !== 429);
      if (outcome.is === 'changed') assert.ok(!isSent, say);
    }
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

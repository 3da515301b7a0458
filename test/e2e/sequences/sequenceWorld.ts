import path from 'node:path';
import { shownName } from '../../../src/core/shownName.ts';
import { gateways } from '../../service/network/gatewayPath.ts';
import { TrickyGateway } from '../../service/network/trickyGateway.ts';
import { type RunningService, startService, type WireLora } from '../../service/service.ts';
import { startWorkbench, type Workbench } from '../../workbench/workbench.ts';
import { canaryKey } from '../canary.ts';
import { type HostedModels, vsix } from '../hostedModels.ts';
import { storageFolder } from '../screens/steps.ts';
import { Agreements } from './agreements.ts';
import { JournalFile } from './journalFile.ts';
import type { Act, Plan, Sequence } from './sequenceSteps.ts';

/** Two of them look alike, one has a slash, and two can't be requested. */
export const names = [
  'prod',
  'prod\u3164',
  'team/tone',
  'old/../prod',
  'a//b',
  'c;d',
  'x%2Fy',
  'e',
  'tone v2',
];

/** A service behind a gateway that plays tricks, a workbench with the packed extension, and what the person agreed to. */
export class SequenceWorld implements HostedModels {
  readonly service: RunningService;
  readonly gateway: TrickyGateway;
  readonly workbench: Workbench;
  readonly journal: JournalFile;
  agreements: Agreements;
  /** What the workbench showed in this sequence, to investigate a failure. */
  readonly notes: string[] = [];
  /** When the sequence began, in Unix milliseconds. */
  startedAt = 0;
  #named = new Map<string, string>();
  #acts = 0;

  static async open(): Promise<SequenceWorld> {
    const service = await startService({ keys: [canaryKey], emptyCatalog: true });
    const { port } = new URL(service.url);
    const gateway = new TrickyGateway({ port: Number(port), rules: {}, slashesInPath: false });
    const url = await gateway.start();
    try {
      const workbench = await startWorkbench({
        vsix,
        // High enough for every row and every line of a report.
        viewport: { width: 1300, height: 1500 },
        // A click on a row only selects it.
        userSettings: { 'workbench.tree.expandMode': 'doubleClick' },
        env: { HOSTED_MODELS_BASE_URL: url, HOSTED_MODELS_API_KEY: canaryKey },
      });
      return new SequenceWorld(service, gateway, workbench);
    } catch (error) {
      await gateway.close();
      await service.close();
      throw error;
    }
  }

  constructor(service: RunningService, gateway: TrickyGateway, workbench: Workbench) {
    this.service = service;
    this.gateway = gateway;
    this.workbench = workbench;
    this.agreements = new Agreements(gateway);
    service.catalog.baseModels.push({ name: 'llama-3-8b', unit_price: 0.25 });
    this.journal = new JournalFile(path.resolve(storageFolder(this)));
  }

  /** Resets the service to the state in which every sequence starts. */
  begin(): void {
    this.play();
    this.notes.length = 0;
    this.#acts = 0;
    this.#named = new Map(names.map((name) => [shownName(name), name]));
    const { loras } = this.service.catalog;
    loras.splice(0, loras.length);
    for (const [index, name] of names.entries()) {
      loras.push({ name, unit_price: 0.25, ...(index % 3 === 0 ? this.#deployment() : {}) });
    }
    this.agreements = new Agreements(this.gateway);
    this.startedAt = Date.now();
  }

  behave(gateway: Sequence['gateway']): void {
    this.gateway.rules = gateways[gateway];
  }

  /** Decides what happens to requests from now on; without a plan, nothing does. */
  play(plan: Partial<Plan> = {}): void {
    for (const asked of ['get', 'delete', 'list'] as const) this.gateway.play(asked, plan[asked] ?? []);
    const left = [...(plan.acts ?? [])];
    this.gateway.onEvent = () => {
      const next = left.shift();
      if (next) this.act(next);
    };
  }

  /** Like `play`, but the first DELETE waits at the gateway until it is released. */
  hold(plan: Plan): { came: Promise<void>; release(): void } {
    const came = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    this.play({ ...plan, delete: ['event', ...plan.delete.slice(1)] });
    const act = this.gateway.onEvent;
    this.gateway.onEvent = async (asked) => {
      this.gateway.onEvent = act;
      came.resolve();
      await released.promise;
      await act(asked);
    };
    return { came: came.promise, release: released.resolve };
  }

  act({ act, index }: Act): void {
    const { loras } = this.service.catalog;
    const lora = loras[index % Math.max(1, loras.length)];
    if (!lora) return;
    if (act === 'undeploy') delete lora.active_deployment;
    else if (act === 'deploy') Object.assign(lora, this.#deployment());
    else {
      this.#acts += 1;
      lora.name = `${lora.name}-${this.#acts}`;
      this.#named.set(shownName(lora.name), lora.name);
    }
  }

  note(...texts: string[]): void {
    const seconds = ((Date.now() - this.startedAt) / 1000).toFixed(1);
    for (const text of texts) this.notes.push(`${seconds} s: ${text}`);
  }

  has(name: string): boolean {
    return this.service.catalog.loras.some((lora) => lora.name === name);
  }

  /** The name of the entry that the workbench shows like this. */
  named(shown: string): string {
    const name = this.#named.get(shown);
    if (name === undefined) throw new Error(`Nothing of this sequence is shown as “${shown}”.`);
    return name;
  }

  async close(): Promise<void> {
    await this.workbench.close();
    await this.gateway.close();
    await this.service.close();
  }

  #deployment(): Pick<WireLora, 'active_deployment'> {
    this.#acts += 1;
    return { active_deployment: { base_model_name: 'llama-3-8b', created_at: 1_700_000_000 + this.#acts } };
  }
}

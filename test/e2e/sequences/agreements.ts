import { readLora } from '../../../src/api/index.ts';
import type { Asking, TrickyGateway } from '../../service/network/trickyGateway.ts';

/** An entry as the question showed it. */
export interface Named {
  name: string;
  isDeployed: boolean;
}

/** What the person agreed to, by what the workbench showed; `from` and `to` count the requests up to then. */
export interface Agreement {
  entries: readonly Named[];
  from: number;
  /** Infinite until the workbench says that the deletion has ended. */
  to: number;
}

/** A deletion with one report: what was agreed to first, and what was tried again. */
export type Deletion = Agreement[];

/** Everything the person agreed to in a sequence, and whether the requests keep to it. */
export class Agreements {
  readonly deletions: Deletion[] = [];
  readonly #gateway: TrickyGateway;
  readonly #start: number;

  constructor(gateway: TrickyGateway) {
    this.#gateway = gateway;
    this.#start = gateway.askings.length;
  }

  /** `again`: the deletion that this one continues. */
  agree(entries: readonly Named[], again?: Deletion): Agreement {
    const agreement = { entries, from: this.#gateway.askings.length, to: Number.POSITIVE_INFINITY };
    if (again) again.push(agreement);
    else this.deletions.push([agreement]);
    return agreement;
  }

  /** From now on nothing may be sent for it. */
  end(agreement: Agreement): void {
    agreement.to = this.#gateway.askings.length;
  }

  /** The requests for `name` while the deletion was allowed to send them. */
  deletesFor(name: string, deletion: Deletion): Asking[] {
    return deletion.flatMap(({ from, to }) =>
      this.#gateway.askings.slice(from, to).filter((one) => one.asked === 'delete' && one.name === name),
    );
  }

  /** The requests that nobody agreed to, or that were repeated without another look. */
  wrongs(): string[] {
    const { askings } = this.#gateway;
    return askings.flatMap((one, at) =>
      one.asked === 'delete' && at >= this.#start ? this.#wrong(one, at) : [],
    );
  }

  #wrong({ name, arrival }: Asking, at: number): string[] {
    const { askings } = this.#gateway;
    const agreed = this.deletions
      .flat()
      .filter(({ from, to }) => from <= at && at < to)
      .flatMap(({ entries }) => entries.filter((one) => one.name === name));
    const wrongs: string[] = [];
    if (agreed.length === 0) wrongs.push(`DELETE of ${say(name)}, to which nobody had agreed`);
    if (arrival && arrival.name !== name) wrongs.push(`DELETE of ${say(name)} hit ${say(arrival.name)}`);
    const before = askings.slice(this.#start, at);
    const looked = before.findLastIndex(
      (one) => one.asked === 'get' && one.name === name && one.answered === 200,
    );
    const sent = before.findLastIndex((one) => one.asked === 'delete' && one.name === name);
    if (looked <= sent) wrongs.push(`DELETE of ${say(name)} without a GET of it since the one before`);
    const seen = readLora(before[looked]?.arrival?.body);
    const isDeployed = seen?.activeDeployment !== undefined;
    if (seen && isDeployed && agreed.length > 0 && !agreed.some((one) => one.isDeployed)) {
      wrongs.push(`DELETE of ${say(name)}, which was agreed to as not deployed and was seen deployed`);
    }
    return wrongs;
  }
}

/** The name with its invisible characters as escapes. */
export function say(name: string): string {
  return JSON.stringify(name).replaceAll(
    /[^\u0020-\u007e]/gu,
    (letter) => `\\u${letter.codePointAt(0)?.toString(16)}`,
  );
}

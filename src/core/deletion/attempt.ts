import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { ServiceError } from '../../api/serviceError.ts';
import type { Lora, OnWait } from '../../api/types.ts';
import { defined } from '../../base/defined.ts';
import { keepError } from '../keptError.ts';
import { changeSince } from './changeSince.ts';
import type { Deletion, LoraClient } from './deletion.ts';
import { failedOutcome, type Outcome } from './outcome.ts';

/** Max number of new tries for an entry because the service was too busy to delete it. */
const maxBusyWaits = 2;

/** Max number of new retrieves of an entry because the last one had become too old. */
const maxRechecks = 3;

/** One entry of a deletion: retrieved again, recorded, then deleted with one request. */
export class DeletionAttempt {
  readonly #lora: Lora;
  readonly #deletion: Deletion;
  readonly #onWait: OnWait;
  readonly #isUnsettled: boolean;
  /** True if a delete request for this entry was sent, now or earlier, and nothing says yet that it was not carried out. */
  #isSent: boolean;

  constructor(lora: Lora, deletion: Deletion) {
    this.#lora = lora;
    this.#deletion = deletion;
    this.#onWait = deletion.nextOnWait();
    this.#isUnsettled = deletion.isUnsettled(lora.name);
    this.#isSent = this.#isUnsettled;
  }

  /** Resolves with an outcome, which is recorded unless the disk failed. Only the list can settle some; see `needsList`. */
  async run(): Promise<Outcome> {
    try {
      return await this.#tries();
    } catch (error) {
      return this.#deletion.failed(error, this.#isSent);
    } finally {
      // If a wait was stopped, it is no longer shown.
      this.#onWait(undefined);
    }
  }

  async #tries(): Promise<Outcome> {
    const deletion = this.#deletion;
    const { gate, options, signal } = deletion;
    for (let [waits, rechecks] = [0, 0]; ; ) {
      await gate.passed(signal, this.#onWait);
      const checked = await this.#check();
      if ('outcome' in checked) return this.#written(checked.outcome);
      const isWritten = await deletion.written(() => options.record.sent(this.#lora.name, checked.raw));
      if (!isWritten) return deletion.notTried();
      // Recording took a moment, so this is the last check before the request is sent.
      const client = await deletion.client();
      if (!client) return this.#written(deletion.notTried());
      const result = await this.#delete(client, checked.age);
      if (result === 'stale') {
        rechecks += 1;
        if (rechecks > maxRechecks) return this.#written({ is: 'failed', at: 'check' });
      } else if (result instanceof ServiceError && gate.close(result) && waits < maxBusyWaits) waits += 1;
      else return this.#read(result, checked.raw);
    }
  }

  /** Retrieves the entry: for the journal, and because it may no longer be what the user agreed to. */
  async #check(): Promise<{ raw: unknown; age: CheckAge } | { outcome: Outcome }> {
    const deletion = this.#deletion;
    const { signal } = deletion;
    const client = await deletion.client();
    if (!client) return { outcome: deletion.notTried() };
    let raw: unknown;
    const onRaw = (json: unknown) => {
      raw = json;
    };
    const age = startAge();
    try {
      const now = await client.getLora(this.#lora.name, { signal, onRaw, onWait: this.#onWait });
      const change = changeSince(this.#lora, now, deletion.options.ignored);
      if (change === undefined) return { raw, age };
      deletion.count(undefined);
      return { outcome: change };
    } catch (error) {
      if (signal.aborted) return { outcome: deletion.notTried() };
      if (!(error instanceof ServiceError)) throw error;
      deletion.count(error);
      return { outcome: failedOutcome(error, 'check') };
    } finally {
      age.answered();
    }
  }

  /** Sends the delete request: never aborted, since it may be carried out; only kept from leaving, even after a long connect. */
  async #delete(client: LoraClient, age: CheckAge): Promise<Deleted | ServiceError | 'stopped' | 'stale'> {
    const abort = new AbortController();
    let kept: 'stopped' | 'stale' | undefined;
    let object: unknown;
    this.#isSent = true;
    try {
      const lora = await client.deleteLora(this.#lora.name, {
        signal: abort.signal,
        onRaw: (json) => {
          object = json;
        },
        onWait: this.#onWait,
        onLeaving: () => {
          kept = this.#deletion.ended !== undefined ? 'stopped' : age.isStale() ? 'stale' : undefined;
          if (kept) abort.abort(new Error(`Kept from leaving: ${kept}.`));
        },
      });
      return { returned: lora && { object } };
    } catch (error) {
      if (kept) {
        this.#isSent = this.#isUnsettled;
        return kept;
      }
      if (!(error instanceof ServiceError)) throw error;
      return error;
    }
  }

  #read(result: Deleted | ServiceError | 'stopped', retrieved: unknown): Promise<Outcome> {
    const deletion = this.#deletion;
    const isError = result instanceof ServiceError;
    deletion.count(isError ? result : undefined);
    if (result === 'stopped') return this.#written(deletion.notTried());
    if (isError) {
      const isRefused = result.kind === 'conflict';
      const unknown: Outcome = { is: 'unknown', error: keepError(result), ...(isRefused && { isRefused }) };
      return this.#written(isUncertain(result) ? unknown : failedOutcome(result, 'deletion'));
    }
    const { returned } = result;
    if (!returned || saysMore(returned.object, retrieved))
      return this.#written({ is: 'deleted', isReturned: false });
    const isNew = !isDeepStrictEqual(returned.object, retrieved);
    return this.#written({ is: 'deleted', isReturned: true }, isNew ? returned : undefined);
  }

  async #written(reached: Outcome, returned?: { object: unknown }): Promise<Outcome> {
    const outcome = this.#isUnsettled ? stillUnsettled(reached) : reached;
    const { record } = this.#deletion.options;
    await this.#deletion.written(() => record.outcome(this.#lora.name, outcome, returned));
    return outcome;
  }
}

/** Returns the outcome of a new try if an earlier request may still be carried out: `unknown`, unless the entry was deleted. */
function stillUnsettled(reached: Outcome): Outcome {
  if (reached.is === 'deleted' || (reached.is === 'unknown' && !reached.isRefused)) return reached;
  return { is: 'unknown', ...('error' in reached && defined({ error: reached.error })) };
}

/** `returned`: the service's own object, if it returned one. */
type Deleted = { returned: { object: unknown } | undefined };

const fields = v.record(v.string(), v.unknown());

/**
 * True if the service's answer has a field that the entry lacked just before, or had otherwise, and that the specification doesn't know:
 * it may say that the deletion goes on.
 */
function saysMore(object: unknown, retrieved: unknown): boolean {
  if (!v.is(fields, object) || !v.is(fields, retrieved)) return false;
  const known = ['name', 'unit_price', 'active_deployment'];
  return Object.entries(object).some(
    ([field, value]) => !known.includes(field) && !isDeepStrictEqual(value, retrieved[field]),
  );
}

/**
 * True for an error after which the request may still have been carried out. So it may after a 409: nginx sends a DELETE once more if
 * the first answer was lost (`proxy_next_upstream`), and the service refuses that one because of the first.
 */
function isUncertain(error: ServiceError): boolean {
  const kinds = [
    'network',
    'tls',
    'timeout',
    'server',
    'protocol',
    'tooLarge',
    'notFound',
    'redirect',
    'conflict',
  ];
  return kinds.includes(error.kind) && !isUnsent(error);
}

/** The `cause` that `api` sets if nothing of the request was sent. */
const connectFailure = v.object({ phase: v.literal('connect') });

/**
 * True if the request never left. Both transports say in the cause how far they got: undici by watching its connection, the host's
 * `fetch` by the error's code. Our own connect timeout sets no cause. A status means that the request was answered, whatever code
 * the answer names.
 */
function isUnsent({ kind, code, status, cause }: ServiceError): boolean {
  if (status !== undefined) return false;
  return v.is(connectFailure, cause) || (kind === 'timeout' && code === 'connect' && cause === undefined);
}

/** Longest time between the answer that allows a deletion and its request, in ms. */
const maxAgeMs = 5000;
const beatMs = 1000;

/**
 * Tells whether what a retrieve found may be out of date. Two clocks: the monotonic one stands still while the machine sleeps, and
 * the other one can be set. Call it before the retrieve: if the process stood still meanwhile, the answer may have come long before
 * it was read, however soon it seems to be used.
 */
function startAge() {
  let last = clocks();
  let hasStood = false;
  const isStale = () => hasStood || clocks().some((ms, index) => ms - (last[index] ?? 0) > maxAgeMs);
  const beat = () => {
    hasStood = isStale();
    last = clocks();
  };
  const beats = setInterval(beat, beatMs).unref();
  /** Call when the retrieve has ended. */
  const answered = () => {
    clearInterval(beats);
    beat();
  };
  return { isStale, answered };
}
type CheckAge = ReturnType<typeof startAge>;

function clocks(): [wall: number, monotonic: number] {
  return [Date.now(), performance.now()];
}

import type { OnWait, RetryWait } from '../../../api/types.ts';
import type { BusyGate } from '../../busyGate.ts';
import type { KeptError } from '../../keptError.ts';
import type { Asked } from '../prompt.ts';
import { type AskOptions, askPrompt } from './askPrompt.ts';

/** After so many failures in a row, a model is asked no more. */
export const maxFailures = 10;

/** How often one prompt is asked anew because the service was too busy for it. */
const maxBusyWaits = 5;

interface GateOptions extends AskOptions {
  gate: BusyGate;
  /** Whether nothing more is to be sent. */
  isOver: () => boolean;
  /** Called before each request is sent. */
  beforeSend?: () => Promise<void>;
}

/**
 * Asks a model a prompt once the gate lets it through, and anew while the service is too busy. Resolves with `undefined` if it was
 * stopped before it was answered; never rejects because of a service.
 */
export async function askThroughGate(
  prompt: Asked,
  { gate, isOver, beforeSend, ...asking }: GateOptions,
): Promise<Awaited<ReturnType<typeof askPrompt>> | undefined> {
  const { signal, onWait } = asking;
  for (let waits = 0; ; waits += 1) {
    await gate.passed(signal, onWait);
    if (isOver()) return undefined;
    await beforeSend?.();
    if (isOver()) return undefined;
    const result = await askPrompt(prompt, { ...asking, onWait: closingGate(gate, onWait) });
    onWait(undefined);
    if (result.state === 'stopped') return undefined;
    const isBusy = result.error && waits < maxBusyWaits && gate.closeAsAsked(busyError(result.error));
    if (!isBusy) return result;
  }
}

/** What one request waits for, all to that service wait for. */
export function closingGate(gate: BusyGate | undefined, onWait: OnWait): OnWait {
  return (wait) => {
    if (wait) gate?.closeAsAsked(wait.error);
    onWait(wait);
  };
}

function busyError({ retryAt, status }: KeptError): RetryWait['error'] {
  return { status, retryAfterMs: retryAt === undefined ? undefined : Math.max(0, retryAt - Date.now()) };
}

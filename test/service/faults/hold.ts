import type { RunningService } from '../serviceTypes.ts';

type Failing = Pick<RunningService, 'fail'>;

export const onChat = 'POST /api/v1/chat/completions';

/** Lets through as many requests as `after` says, and holds those that come then until the returned function is called. */
export function holdRequests({ fail }: Failing, on = onChat, after = 0): () => void {
  if (after > 0) fail({ on, kind: 'delay', ms: 0, times: after });
  return fail({ on, kind: 'delay' });
}

/** Holds every streamed answer after so many tokens, until the returned function is called. */
export function holdAnswers({ fail }: Failing, after = 1): () => void {
  return fail({ on: onChat, kind: 'stall', after });
}

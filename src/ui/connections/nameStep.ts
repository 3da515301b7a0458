import { type Connection, hostOf } from '../../core/connections/connection.ts';
import { type InputStep, inputStep, type StepResult } from '../shared/inputStep.ts';
import { t } from '../shared/text/t.ts';
import type { Connections } from './connections.ts';

type Look = Pick<InputStep, 'title' | 'step' | 'totalSteps' | 'hasBack'>;

/** Asks for a connection's name. Dialogs identify a connection by its name, so names must be unique. */
export function nameStep(
  connections: Pick<Connections, 'all'>,
  { id, name, baseUrl }: Connection,
  look: Look,
): Promise<StepResult | undefined> {
  return inputStep({
    ...look,
    prompt: t('Name for {0}', hostOf(baseUrl)),
    value: name,
    check: (text) => {
      const typed = text.trim();
      if (typed === '') return t('Type a name.');
      const isTaken = connections.all.some((one) => one.id !== id && one.name === typed);
      return isTaken ? t('Another connection has this name.') : undefined;
    },
  });
}

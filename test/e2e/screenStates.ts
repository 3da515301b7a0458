import type { HostedModelsOptions } from './hostedModels.ts';
import { batchSession } from './screens/batchScreens.ts';
import { chatSessions } from './screens/chatScreens.ts';
import { connectionSessions } from './screens/connectionScreens.ts';
import { deletionSessions } from './screens/deletionScreens.ts';
import { listSessions } from './screens/listScreens.ts';
import { readmeRunSession } from './screens/readmeRun.ts';
import { readmeChatSession, readmeSession, tourSession } from './screens/readmeScreen.ts';
import { runSession } from './screens/runScreens.ts';
import { runStartSession } from './screens/runStartScreens.ts';
import type { Show } from './screens/screenSteps.ts';
import { strangerSessions } from './screens/strangerScreens.ts';

/** States that share one VS Code, in order and by the name of their picture: a start costs as much as ten screenshots. */
export interface ScreenSession {
  options?: HostedModelsOptions;
  /** Pictures for the README: in this theme only, and here. */
  shown?: { theme: 'light' | 'dark'; folder: string };
  /** What brings the workbench into each state, from the one before it, and waits until that is visible. */
  screens: Readonly<Record<string, Show | readonly Show[]>>;
}

/** All screenshots of the workbench by `npm run screenshots`. */
export const screenSessions: readonly ScreenSession[] = [
  ...strangerSessions,
  ...connectionSessions,
  ...listSessions,
  ...deletionSessions,
  ...chatSessions,
  runStartSession,
  runSession,
  batchSession,
  readmeSession,
  readmeChatSession,
  readmeRunSession,
  tourSession,
];

import type { HostedModels, HostedModelsOptions } from './hostedModels.ts';
import { agreedSession } from './screens/agreedScreens.ts';
import { batchSession } from './screens/batchScreens.ts';
import { changeSession } from './screens/changeScreens.ts';
import { chatSession } from './screens/chatScreens.ts';
import { columnsSession } from './screens/columnScreens.ts';
import { deletionSession } from './screens/deletionScreens.ts';
import { diagnosisSession } from './screens/diagnosisScreens.ts';
import { firstStepsSession } from './screens/firstStepsScreens.ts';
import { largeSession } from './screens/largeScreens.ts';
import { listSession } from './screens/listScreens.ts';
import { mistakeSession } from './screens/mistakeScreens.ts';
import { modelSession } from './screens/modelScreens.ts';
import { ownServerSession } from './screens/ownServerScreens.ts';
import { readmeRunSession } from './screens/readmeRun.ts';
import { readmeSession } from './screens/readmeScreen.ts';
import { runSession } from './screens/runScreens.ts';
import { runStartSession } from './screens/runStartScreens.ts';
import { severalSession } from './screens/severalScreens.ts';
import { testRequestSession } from './screens/testRequestScreens.ts';
import { vscodeChatSession } from './screens/vscodeChatScreens.ts';
import { waitSession, waitSeveralSession } from './screens/waitScreens.ts';
import { walkthroughSession } from './screens/walkthroughScreens.ts';

/** Brings the workbench into a state, from the one before it, and waits until that is visible. */
type Show = (app: HostedModels) => Promise<void>;

/** States that share one VS Code, in order and by the name of their picture: a start costs as much as ten screenshots. */
export interface ScreenSession {
  options?: HostedModelsOptions;
  /** Pictures for the README: in this theme only, and here. */
  shown?: { theme: 'light' | 'dark'; folder: string };
  screens: Readonly<Record<string, Show>>;
}

/** All screenshots of the workbench by `npm run screenshots`. */
export const screenSessions: readonly ScreenSession[] = [
  firstStepsSession,
  walkthroughSession,
  listSession,
  changeSession,
  severalSession,
  mistakeSession,
  waitSession,
  waitSeveralSession,
  largeSession,
  modelSession,
  testRequestSession,
  deletionSession,
  agreedSession,
  chatSession,
  columnsSession,
  runStartSession,
  runSession,
  batchSession,
  diagnosisSession,
  ownServerSession,
  vscodeChatSession,
  readmeSession,
  readmeRunSession,
];

import type { HostedModels, HostedModelsOptions } from './hostedModels.ts';
import { agreedSession } from './screens/agreedScreens.ts';
import { changeSession } from './screens/changeScreens.ts';
import { chatSession } from './screens/chatScreens.ts';
import { deletionSession } from './screens/deletionScreens.ts';
import { diagnosisSession } from './screens/diagnosisScreens.ts';
import { firstStepsSession } from './screens/firstStepsScreens.ts';
import { largeSession } from './screens/largeScreens.ts';
import { listSession } from './screens/listScreens.ts';
import { mistakeSession } from './screens/mistakeScreens.ts';
import { modelSession } from './screens/modelScreens.ts';
import { readmeSession } from './screens/readmeScreen.ts';
import { severalSession } from './screens/severalScreens.ts';
import { testRequestSession } from './screens/testRequestScreens.ts';
import { waitSession, waitSeveralSession } from './screens/waitScreens.ts';

/** A picture: a state of the workbench. */
export interface Screen {
  name: string;
  /** Begins where the screen before ended; waits until the state can be seen. */
  show: (app: HostedModels) => Promise<void>;
}

/** Screens that share one VS Code, in their order: a start costs as much as ten pictures. */
export interface ScreenSession {
  options?: HostedModelsOptions;
  screens: readonly Screen[];
}

/** Everything that `npm run screenshots` shows of the workbench. */
export const screenSessions: readonly ScreenSession[] = [
  firstStepsSession,
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
  diagnosisSession,
  readmeSession,
];

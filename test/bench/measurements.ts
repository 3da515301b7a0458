import { chatListing } from './chats/chatListing.ts';
import type { Measurement } from './harness/measurement.ts';
import { idleCost } from './idle/idleCost.ts';
import { listReading } from './list/listReading.ts';
import { streamMemory } from './memory/streamMemory.ts';
import { modelsView } from './models/modelsView.ts';
import { answerRendering } from './page/answerRendering.ts';
import { columnRendering } from './page/columnRendering.ts';
import { pageOpening } from './page/pageOpening.ts';
import { runScrolling } from './page/runScrolling.ts';
import { typing } from './page/typing.ts';
import { batches, largeBatch } from './promptSets/batches.ts';
import { promptRuns } from './promptSets/promptRuns.ts';
import { scriptRuns } from './promptSets/scriptRuns.ts';
import { setReading } from './promptSets/setReading.ts';
import { verdictGrid } from './promptSets/verdictGrid.ts';
import { vscodeChat } from './provider/vscodeChat.ts';
import { laterRequests } from './requests/laterRequests.ts';
import { loadTimes } from './requests/loadTimes.ts';
import { costGrowth } from './scaling/costGrowth.ts';
import { stopLatency } from './stop/stopLatency.ts';
import { streamDecoding } from './stream/streamDecoding.ts';
import { streamGrowth } from './stream/streamGrowth.ts';

/** Everything that `npm run bench` measures, in this order. For a new one, add an entry here, and its goals to `goals.ts`. */
export const measurements: readonly Measurement[] = [
  streamDecoding,
  streamGrowth,
  listReading,
  loadTimes,
  laterRequests,
  streamMemory,
  stopLatency,
  answerRendering,
  columnRendering,
  typing,
  pageOpening,
  runScrolling,
  chatListing,
  promptRuns,
  scriptRuns,
  batches,
  largeBatch,
  costGrowth,
  modelsView,
  vscodeChat,
  setReading,
  verdictGrid,
  idleCost,
];

// Goes on with a run until it is killed or done: node dyingRun.ts FOLDER URL ID
import { askService, clientOf, openRuns, runAll } from './runBench.ts';

const [, , folder = '', url = '', id = ''] = process.argv;
const { store, locks } = openRuns(folder);
const file = await store.open(id);
if (!file || !(await file.claim())) throw new Error('The run is not to be had.');
const client = await clientOf(url);
await runAll(
  file,
  askService((request, options) => client.streamChat(request, options)),
);
await file.release();
locks.dispose();

import './olderNode.ts';
import { setFlagsFromString } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { answerRequests } from '../core/promptSets/worker/answerRequests.ts';
import { runScript } from './runScript.ts';

// Of answers that are read and written down nothing is kept: 40 MB less, and no slower.
setFlagsFromString('--max-semi-space-size=8');
// As one file, the script is its own worker.
if (parentPort) await answerRequests(parentPort);
else process.exitCode = await runScript(process.argv.slice(2));

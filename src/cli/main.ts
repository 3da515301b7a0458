import './prepared.ts';
import { parentPort } from 'node:worker_threads';
import { answerRequests } from '../core/promptSets/worker/answerRequests.ts';
import { runScript } from './runScript.ts';

// As one file, the script is its own worker, and the extension's.
if (parentPort) await answerRequests(parentPort);
else process.exitCode = await runScript(process.argv.slice(2));

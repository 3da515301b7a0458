import { parentPort } from 'node:worker_threads';
import { answerRequests } from './answerRequests.ts';

// The entry of the worker's own bundle.
if (!parentPort) throw new Error('This is a worker.');
await answerRequests(parentPort);

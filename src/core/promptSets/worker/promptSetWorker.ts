import { parentPort } from 'node:worker_threads';
import { answerRequests } from './answerRequests.ts';

// The worker where the sources run without a build.
if (!parentPort) throw new Error('This is a worker.');
await answerRequests(parentPort);

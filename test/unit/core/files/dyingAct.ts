// Does one of `acts` in FOLDER, and copies that to COPIES at each step on disk: node dyingAct.ts FOLDER COPIES NAME
import { acts } from './acts.ts';
import { copySteps } from './copiedSteps.ts';

const [, , folder = '', copies = '', name = ''] = process.argv;
await acts[name]?.prepare?.(folder);
const { die } = await copySteps(folder, copies);
await acts[name]?.act(folder);
die();

import { deleteMany } from './manySteps.ts';
import { nextWindow } from './nextWindow.ts';
import { deleteOne } from './oneStep.ts';
import { checkNow, hasUnknown } from './reports.ts';
import { restore, settleAll } from './restore.ts';
import { dropToasts } from './screen.ts';
import { type Sequence, type Step, shortText } from './sequenceSteps.ts';
import type { SequenceWorld } from './sequenceWorld.ts';
import { journalWrongs } from './truth.ts';

/** Runs a sequence, and returns the mistakes it found. A step that can't be done ends it. */
export async function runSequence(world: SequenceWorld, { gateway, steps }: Sequence): Promise<string[]> {
  const wrongs: string[] = [];
  let place = 'at the beginning';
  try {
    await restore(world);
    world.behave(gateway);
    world.service.clearRequests();
    const since = world.gateway.askings.length;
    for (const [at, step] of steps.entries()) {
      place = `step ${at + 1}`;
      world.note(`${at + 1}. ${shortText(step)}`);
      for (const wrong of await act(world, step)) wrongs.push(`${place}: ${wrong}`);
      world.play();
      await dropToasts(world);
    }
    place = 'at the end';
    for (const wrong of await judgeAll(world, since)) wrongs.push(`${place}: ${wrong}`);
  } catch (error) {
    wrongs.push(`${place}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return wrongs;
}

/** Settles what is unknown, and checks everything that was sent since request number `since`. */
async function judgeAll(world: SequenceWorld, since: number): Promise<string[]> {
  const wrongs = await settleAll(world);
  wrongs.push(...world.agreements.wrongs(), ...(await journalWrongs(world, since)));
  const passed = world.gateway.askings.slice(since).filter((one) => one.asked === 'delete' && one.arrival);
  const arrived = world.service.requests.filter(({ method }) => method === 'DELETE');
  if (arrived.length !== passed.length) {
    wrongs.push(`${arrived.length} DELETEs at the service, of which the gateway passed on ${passed.length}`);
  }
  return wrongs;
}

async function act(world: SequenceWorld, step: Step): Promise<string[]> {
  switch (step.is) {
    case 'rows':
    case 'palette':
    case 'again':
      return deleteMany(world, step);
    case 'one':
      return deleteOne(world, step);
    case 'check':
      if (!(await hasUnknown(world))) return [];
      world.play({ list: step.list });
      return checkNow(world);
    case 'list':
      world.play({ list: step.list });
      await world.workbench.viewAction('Models', 'Refresh Models');
      await world.gateway.quiet();
      return [];
    case 'act':
      world.act(step.act);
      return [];
    case 'reload':
      return nextWindow(world, step.told);
  }
}

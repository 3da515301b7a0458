import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { modelHistory } from '../../src/ui/chats/view/modelHistory.ts';
import { ChatTab, useChatTab } from './support/chatTab.ts';
import { load, useWorld, type World } from './support/world.ts';

const base = 'llama-3-8b';
const lora = 'support-tone-v7';

/** Sends a question and votes on it, for a model or a tie; waits for the line on the votes. */
async function voteIn(tab: ChatTab, best: string): Promise<void> {
  await tab.send('Hello');
  await voteAt(tab, best);
}

async function voteAt(tab: ChatTab, best: string, at = -1): Promise<void> {
  const cell = best === 'tie' ? best : tab.page.cell(best, at).id;
  await tab.change(
    { type: 'vote', question: tab.page.row(at).question, best: cell },
    (_frame, page) => page.row(at).vote?.chosen === cell,
  );
}

/** Deploys another revision of the LoRA. */
async function deploy(world: World, revision: string): Promise<void> {
  const found = world.service.catalog.loras.find(({ name }) => name === lora);
  assert.ok(found?.active_deployment);
  found.active_deployment.hub_revision = revision;
  await load(world);
}

describe('A vote', () => {
  const world = useWorld();
  const tab = useChatTab(world, [base, lora]);
  beforeEach(() => deploy(world(), '4f2c9ab7d0'));
  const line = (text: string | undefined) => tab().shows(`the line ${text}`, ({ tally }) => tally === text);

  it('is shown with its question, can be changed, and the last one counts', async () => {
    await voteIn(tab(), lora);
    await line(`1 : 0 for ${lora} (revision 4f2c9ab)`);
    await voteAt(tab(), base);
    await line(`1 : 0 for ${base}`);
    await voteAt(tab(), 'tie');
    await line('0 : 0, 1 tie for llama-3-8b and support-tone-v7 (revision 4f2c9ab)');
    assert.equal(tab().session.conversation.votes.length, 1);
    assert.equal(tab().page.row().vote?.canVote, true);
  });

  it('stands in the details of both models, for the deployment that is there now', async () => {
    const verdicts = async (name: string, kind: 'lora' | 'baseModel') => {
      const { catalogs, connection } = world();
      const ref = { connectionId: connection.id, kind, name };
      await tab().session.keepAll();
      const deployment = catalogs.find(ref)?.activeDeployment;
      const { votes } = await modelHistory(tab().store, ref, deployment, world().log);
      return votes?.facts.map(({ label, value }) => `${label}: ${value}`);
    };
    assert.equal(await verdicts(lora, 'lora'), undefined);
    for (const best of [lora, lora, base, 'tie']) await voteIn(tab(), best);
    assert.deepEqual(await verdicts(lora, 'lora'), [
      `Against ${base}: better 2 : 1, 1 tie, on this revision`,
    ]);
    assert.deepEqual(await verdicts(base, 'baseModel'), [
      `Against ${lora} (revision 4f2c9ab): worse 1 : 2, 1 tie`,
    ]);
    await deploy(world(), 'b07e11f2aa');
    assert.equal(await verdicts(lora, 'lora'), undefined);
    await deploy(world(), '4f2c9ab7d0');
    await writeFile(path.join(tab().store.folder, 'tallies.json'), 'torn');
    const ref = { connectionId: world().connection.id, kind: 'lora', name: lora } as const;
    const deployment = world().catalogs.find(ref)?.activeDeployment;
    const { chats, votes } = await modelHistory(tab().store, ref, deployment, world().log);
    assert.deepEqual([chats.length, votes], [1, undefined], 'chats are shown whatever becomes of votes');
  });

  it('can’t be given once another window has the chat', async () => {
    await voteIn(tab(), lora);
    tab().session.lose();
    await tab().shows('that it can’t', (_frame, page) => page.row().vote?.canVote === false);
    await tab().tell({ type: 'vote', question: tab().page.row().question, best: 'tie' });
    assert.equal(tab().session.conversation.votes[0]?.best, tab().columnId(lora));
  });

  it('is kept in the chat’s file with what was deployed, and counts in every chat of these models', async () => {
    await voteIn(tab(), lora);
    const { session, store } = tab();
    await session.close();
    const kept = await store.load(session.conversation.id);
    assert.deepEqual(kept?.conversation.votes, session.conversation.votes);
    assert.equal(kept?.conversation.votes[0]?.among[1]?.deployment?.hubRevision, '4f2c9ab7d0');
    const next = new ChatTab(world(), [lora, base]);
    next.recorded.say({ type: 'ready' });
    await next.shows('the line', ({ tally }) => tally === `1 : 0 for ${lora} (revision 4f2c9ab)`);
    next.dispose();
  });
});

import assert from 'node:assert/strict';
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
    assert.equal(tab().page.row().vote?.choices[0]?.why, undefined);
  });

  it('stays in the line when a third model joins, until there is one on all three', async () => {
    await voteIn(tab(), lora);
    const { session } = tab();
    await session.addColumn({ ...session.conversation.columns[0], name: 'support-tone-v6' });
    await line(`1 : 0 for ${lora} (revision 4f2c9ab) over ${base}`);
    await voteIn(tab(), base);
    await line(`${base} best in 1 of 1`);
  });

  it('can’t be given once another window has the chat', async () => {
    await voteIn(tab(), lora);
    tab().session.lose();
    await tab().shows(
      "that it can't",
      (_frame, page) => page.row().vote?.choices[0]?.why === 'This chat can only be read here.',
    );
    await tab().tell({ type: 'vote', question: tab().page.row().question, best: 'tie' });
    assert.equal(tab().session.conversation.votes[0]?.best, tab().columnId(lora));
  });

  it('is kept in the chat’s file with what was deployed, and counts in this chat alone', async () => {
    await voteIn(tab(), lora);
    const { session, store } = tab();
    await session.close();
    const kept = await store.load(session.conversation.id);
    const { votes = [], answers } = kept?.conversation ?? {};
    assert.deepEqual(votes, session.conversation.votes);
    assert.equal(answers?.get(votes[0]?.among[1] ?? '')?.deployment?.hubRevision, '4f2c9ab7d0');
    const next = new ChatTab(world(), [lora, base]);
    next.recorded.say({ type: 'ready' });
    await voteIn(next, base);
    await next.shows('the line', ({ tally }) => tally === `1 : 0 for ${base}`);
    next.dispose();
  });
});

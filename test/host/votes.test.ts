import assert from 'node:assert/strict';
import { type ChatTab, useChatTab } from './support/chatTab.ts';
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
});

import assert from 'node:assert/strict';
import type { RunFile } from '../../src/core/promptSets/run/runFile.ts';
import { setConnections } from './support/connectionSettings.ts';
import { models, useKeptRuns } from './support/keptRuns.ts';
import { usePerson } from './support/person.ts';
import { useWorld } from './support/world.ts';

describe('Run Missing', () => {
  const world = useWorld();
  const kept = useKeptRuns(world);
  const person = usePerson();

  const exported = (file: RunFile) =>
    file.add({ is: 'exported', folder: '', files: [], wireNames: [], at: 1 });

  /** Calls the command with the run's row, or with `argument`, and returns what the person saw, and how many requests were sent. */
  async function missing({ run }: RunFile, button?: string, argument?: unknown) {
    const { commands, list, runs } = kept();
    const row = (await list.rows()).find(({ runId }) => runId === run.id);
    let requests = 0;
    kept().answer = (_model, prompt) => {
      requests += 1;
      return `Answer ${prompt}`;
    };
    const seen = person(button === undefined ? {} : { button });
    const ended = new Promise((resolve) => void runs.onDidEnd(resolve));
    await commands.runMissing(argument ?? row);
    if (runs.asking(run.id)) await ended;
    return { ...seen, requests };
  }

  it('asks nothing on a row of ours', async () => {
    const { messages, requests } = await missing(await kept().create(2));
    // Each model is warmed up first.
    assert.deepEqual([messages, requests], [[], 6]);
  });

  it('asks whoever else calls it, and says how many requests would go where', async () => {
    const file = await kept().create(2);
    const stranger = { ...(await kept().list.rows())[0] };
    const no = await missing(file, undefined, stranger);
    assert.deepEqual([no.messages, no.requests], [['Send requests for “refunds.jsonl”?'], 0]);
    assert.deepEqual(no.details, [`6 requests to ${world().connection.name} (2 to warm up)`]);
    assert.equal((await missing(file, 'Send', { runId: file.run.id, isConfirmed: true })).requests, 6);
  });

  it('asks before another engine’s requests are sent a second time', async () => {
    const file = await kept().create(2);
    await exported(file);
    const { messages, details, requests } = await missing(file);
    assert.deepEqual([messages, requests], [['Send requests for “refunds.jsonl”?'], 0]);
    assert.match(
      details.join(),
      /\nRequests were exported: what another engine answers would be asked and paid twice\.$/u,
    );
    assert.equal((await missing(file, 'Send')).requests, 6);
  });

  it('asks before the prompts go to another address than they did first', async () => {
    const { id, baseUrl, name } = world().connection;
    const chosen = models(id).map((model) => ({ ...model, baseUrl }));
    const file = await kept().create(2, { models: chosen });
    const moved = 'http://127.0.0.1:9';
    await setConnections([{ id, name, url: moved }]);
    const { details, requests } = await missing(file);
    assert.equal(requests, 0);
    assert.ok(
      details[0]?.endsWith(
        `${name} had another address when the run began (${baseUrl}): the prompts go to ${moved} now.`,
      ),
      details[0],
    );
    await setConnections([{ id, name, url: baseUrl }]);
    assert.equal((await missing(file)).requests, 6);
  });

  it('sends nothing if the address changes while it asks', async () => {
    const file = await kept().create(2);
    await exported(file);
    const { id, name } = world().connection;
    const seen = person({
      button: 'Send',
      onMessage: (text) =>
        text.startsWith('Send') && setConnections([{ id, name, url: 'http://127.0.0.1:9' }]),
    });
    await kept().commands.runMissing({ runId: file.run.id });
    assert.equal(seen.messages.at(-1), 'The connections have changed meanwhile. Nothing was sent.');
    assert.equal(kept().runs.asking(file.run.id), undefined);
  });
});

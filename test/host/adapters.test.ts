import assert from 'node:assert/strict';
import { text as readText } from 'node:stream/consumers';
import type { Connection } from '../../src/core/connections/connection.ts';
import { WeightsNotes } from '../../src/core/weights/weightsNotes.ts';
import { chatService } from '../../src/ui/chats/actions/chatService.ts';
import { WeightsCommands } from '../../src/ui/weights/weightsCommands.ts';
import { type LocalServer, sendJson, serve } from '../unit/api/harness.ts';
import { usePerson } from './support/person.ts';
import { useSteps } from './support/steps.ts';
import { connect, load, useWorld } from './support/world.ts';

describe('Load or Unload Adapters', () => {
  const world = useWorld();
  const steps = useSteps();
  const person = usePerson();
  let server: LocalServer;
  let desk: Connection;
  let loaded: Map<string, string>;
  let hasRoutes = true;

  beforeEach(async () => {
    hasRoutes = true;
    loaded = new Map([['tone', './tone']]);
    // As vLLM answers.
    server = await serve(async (request, response) => {
      const { url } = request;
      const model = { object: 'model', owned_by: 'vllm' };
      const loras = [...loaded].map(([id, root]) => ({ id, ...model, root, parent: 'tiny' }));
      if (url === '/v1/models')
        return sendJson(response, { data: [{ id: 'tiny', ...model, root: 'tiny', parent: null }, ...loras] });
      if (!hasRoutes || !url?.startsWith('/v1/')) return sendJson(response, { detail: 'Not Found' }, 404);
      const { lora_name: name, lora_path: path, load_inplace: inPlace } = JSON.parse(await readText(request));
      const fail = (status: number, message: string) => sendJson(response, { error: { message } }, status);
      if (url === '/v1/unload_lora_adapter') {
        if (!loaded.delete(name)) return fail(404, 'It cannot be found.');
      } else if (!name) return fail(400, 'Both must be provided.');
      else if (path === './nowhere') return fail(404, 'Loading lora wide failed: No adapter found.');
      else if (path === './broken') return fail(500, 'LoRA rank 64 is greater than max_lora_rank 8.');
      else if (loaded.has(name) && !inPlace) return fail(400, 'It has already been loaded.');
      else loaded.set(name, path);
      response.end('Success');
    });
    [desk] = await connect(world(), { id: 'desk', name: 'Desk', url: server.url, kind: 'openai' });
  });
  afterEach(() => server[Symbol.asyncDispose]());

  const commands = () => {
    const documents = { open: async () => undefined };
    return new WeightsCommands(
      { ...world(), documents },
      chatService(world(), () => false),
    );
  };
  const manage = () => commands().adapters.manage({ connectionId: 'desk' });
  const notes = () => new WeightsNotes(world().memory);
  const calls = () => server.requests.flatMap(({ method, url }) => (method === 'POST' ? url : []));

  it('sends nothing unless the person allows it for that connection, once', async () => {
    const seen = person({});
    await manage();
    assert.deepEqual(seen.messages, ['Allow loading adapters on “Desk”?']);
    assert.match(
      seen.details.join(),
      /^Adapters on Desk \(127\.0\.0\.1:\d+\) can then be loaded, .* for everyone who uses it: /u,
    );
    assert.deepEqual(server.requests, []);
    person({ button: 'Allow Loading' });
    const done = manage();
    const pick = await steps.pick();
    assert.deepEqual(
      pick.rows.map((row) => row.replace(/: .*/u, '')),
      ['Load Adapter…', 'Reload tone', 'Unload tone…', 'Forbid Loading'],
    );
    pick.choose('Forbid Loading');
    await done;
    assert.equal(notes().of(desk, '', 'loading'), 'no');
    assert.deepEqual(calls(), ['/v1/load_lora_adapter']);
  });

  it('loads an adapter by its name and path, which is remembered, and lists it', async () => {
    notes().set(desk, '', 'loading', 'yes');
    const done = manage();
    (await steps.pick()).choose('Load Adapter…');
    (await steps.box()).enter('refund');
    (await steps.box()).enter('acme/refund');
    await done;
    assert.equal(loaded.get('refund'), 'acme/refund');
    assert.equal(notes().of(desk, 'refund', 'path'), 'acme/refund');
    assert.ok(world().catalogs.find({ connectionId: 'desk', name: 'refund' }));
  });

  for (const [path, said] of [
    ['./broken', /LoRA rank 64 is greater than max_lora_rank 8\./u],
    ['./nowhere', /^Desk refused: Loading lora wide failed: No adapter found\.$/u],
  ] as const)
    it(`tells a refusal in the words of the server: of ${path}`, async () => {
      notes().set(desk, '', 'loading', 'yes');
      const seen = person({});
      const done = manage();
      (await steps.pick()).choose('Load Adapter…');
      (await steps.box()).enter('wide');
      (await steps.box()).enter(path);
      await done;
      assert.match(seen.messages.join(), said);
      assert.equal(notes().of(desk, 'wide', 'fingerprint'), undefined);
    });

  it('reloads an adapter as another deployment, and offers to test it', async () => {
    notes().set(desk, '', 'loading', 'yes');
    await world().catalogs.loader(desk).refresh();
    const service = chatService(world(), () => false);
    const deployment = () => service.deployment({ connectionId: 'desk', name: 'tone' });
    assert.equal(deployment()?.fingerprint, undefined);
    const seen = person({});
    const done = manage();
    (await steps.pick()).choose('Reload tone');
    const box = await steps.box();
    assert.equal(box.box.value, './tone');
    box.enter('./tone-2');
    await done;
    assert.equal(loaded.get('tone'), './tone-2');
    assert.match(deployment()?.fingerprint ?? '', /^\d{4}-/u);
    assert.deepEqual(seen.messages, ['Test the weights of “tone”?']);
  });

  it('asks before it unloads, and calls that no deletion', async () => {
    notes().set(desk, '', 'loading', 'yes');
    for (const button of [undefined, 'Unload']) {
      const seen = person(button === undefined ? {} : { button });
      const done = manage();
      (await steps.pick()).choose('Unload tone…');
      await done;
      assert.deepEqual([seen.messages, seen.buttons], [['Unload “tone”?'], [['Keep Loaded', 'Unload']]]);
      assert.doesNotMatch(seen.details.join(), /delet/iu);
      assert.equal(loaded.has('tone'), button === undefined);
    }
  });

  it('says how to start a server that has no routes for it', async () => {
    notes().set(desk, '', 'loading', 'yes');
    hasRoutes = false;
    const seen = person({});
    await manage();
    assert.match(
      seen.messages.join(),
      /^Desk \(.*\) does not load adapters while it runs\. vLLM does with VLLM_ALLOW_RUNTIME_LORA_UPDATING=True/u,
    );
  });

  it('never asks a hosting service, in 1,000 calls', async () => {
    const { connection, service } = world();
    await connect(world());
    await load(world());
    notes().set(connection, '', 'loading', 'yes');
    service.clearRequests();
    person({ button: 'Allow Loading' });
    const row = { connectionId: connection.id, kind: 'lora', name: 'support-tone-v7' };
    const given = [
      undefined,
      { connectionId: connection.id },
      row,
      { ...row, path: 'x', mayLoad: true },
      'x',
    ];
    for (let call = 0; call < 1000; call += 1) await commands().adapters.manage(given[call % given.length]);
    assert.deepEqual([service.requests.length, server.requests.length], [0, 0]);
  });
});

import assert from 'node:assert/strict';
import { type Connection, hostOf, toEntry } from '../../src/core/connections/connection.ts';
import { addConnection, type ConnectionParts } from '../../src/ui/connections/addConnection.ts';
import { addressStep } from '../../src/ui/connections/addressStep.ts';
import { Connections } from '../../src/ui/connections/connections.ts';
import { startService } from '../service/service.ts';
import { type Box, useBoxes } from './support/boxes.ts';
import { setConnections, setUser } from './support/connectionSettings.ts';
import { liveExtension } from './support/extension.ts';
import { usePerson } from './support/person.ts';
import { textsOf } from './support/rows.ts';
import { undrawnView } from './support/undrawnView.ts';
import { until, within } from './support/waiting.ts';
import { useWorld } from './support/world.ts';

describe('Add Connection…', () => {
  const world = useWorld();
  const person = usePerson();
  const nextBox = useBoxes();
  // A saved connection is shown in the Models view, which activates the extension.
  before(liveExtension);

  /** Begins the command; `ended` resolves with it. */
  async function begin(
    parts: Pick<ConnectionParts, 'connections'> = world(),
  ): Promise<{ box: Box; ended: Promise<void> }> {
    const shown = nextBox();
    const ended = within(addConnection({ ...world(), ...parts, view: undrawnView }), 'the command ends');
    return { box: await shown, ended };
  }

  /** Enters the key and, since the environment has a connection already, takes or types the name. */
  async function named(keyBox: Box, apiKey: string | undefined, name?: string): Promise<void> {
    (await nextBox(() => keyBox.enter(apiKey))).enter(name);
  }
  const added = () => world().connections.all.filter(({ id }) => id !== world().connection.id);

  it('asks the address without a key before it asks for one, and both lists with it', async () => {
    const { service, log, memory } = world();
    const connections = new Connections(undefined, log, memory);
    const seen = person({});
    const { box, ended } = await begin({ connections });
    const keyBox = await nextBox(() => box.enter(`${service.url}/api/v1/lora`));
    assert.deepEqual([box.box.totalSteps, keyBox.box.totalSteps], [2, 2]);
    assert.deepEqual(
      service.requests.map(({ method, path, headers }) => [method, path, headers['authorization']]),
      [['GET', '/api/v1/lora', undefined]],
    );
    keyBox.enter([...service.keys][0]);
    await ended;
    const asked = service.requests.slice(1).map(({ path }) => path);
    assert.deepEqual(asked.slice(0, 2).sort(), ['/api/v1/base-model', '/api/v1/lora']);
    assert.match(seen.messages.join(), /^Connected: 30 LoRAs, 8 base models$/u);
    assert.equal(connections.only?.baseUrl, service.url);
    connections.dispose();
  });

  it('keeps no key of a connection that the settings did not take', async () => {
    const { secrets, connections } = world();
    const before = await secrets.keys();
    const other = await startService({ keys: ['other-key'] });
    const { box, ended } = await begin();
    const failed = assert.rejects(ended, /is not a list\. Correct it in the settings first\./u);
    const keyBox = await nextBox(() => box.enter(other.url));
    const nameBox = await nextBox(() => keyBox.enter('other-key'));
    await setUser('hostedModels', 'connections', { url: other.url });
    nameBox.enter('Acme staging');
    await failed;
    assert.deepEqual(await secrets.keys(), before);
    assert.equal(connections.all.length, 1);
    await other.close();
  });

  it('asks another connection for its name, names it in the message, and counts its models in its row', async () => {
    const { service, connections, connection, catalogs, tree } = world();
    const other = await startService({ keys: ['other-key'] });
    const seen = person({});
    await connections.update(connection, { name: 'Acme production' });
    const { box, ended } = await begin();
    const keyBox = await nextBox(() => box.enter(other.url));
    const nameBox = await nextBox(() => keyBox.enter('other-key'));
    const host = hostOf(other.url);
    assert.deepEqual([nameBox.box.value, nameBox.box.step, nameBox.box.totalSteps], [host, 3, 3]);
    nameBox.enter('Acme production');
    assert.match(nameBox.message, /^Another connection has this name\.$/u);
    const keyAgain = await nextBox(() => nameBox.press('Back'));
    assert.equal(keyAgain.box.value, 'other-key');
    await named(keyAgain, undefined, ' Acme staging ');
    await ended;
    assert.match(seen.messages.join(), /^Connected to Acme staging: 30 LoRAs, 8 base models$/u);
    const [added] = connections.all.filter(({ name }) => name === 'Acme staging');
    assert.ok(added);
    await until(catalogs.onDidChange, 'its list is loaded', () => catalogs.isFresh(added.id));
    assert.ok(textsOf(tree, tree.getChildren()).includes('Acme staging: 38 models'));
    assert.deepEqual(service.requests, []);
    await other.close();
  });

  /** Adds the address as the command does, without its steps. */
  async function add(baseUrl: string): Promise<Connection> {
    const { connections } = world();
    const id = connections.idFor(baseUrl);
    const connection = { id, name: 'Acme', baseUrl, readOnly: false, allowHttp: false };
    await connections.add(connection);
    return connection;
  }

  it('gives a removed base URL its id back, but not one that another connection has or had', async () => {
    const { connections } = world();
    const first = await add('http://127.0.0.1:9');
    assert.notEqual(connections.idFor(first.baseUrl), first.id);
    await connections.remove(first.id);
    assert.equal((await add(first.baseUrl)).id, first.id);
    const other = await add(first.baseUrl);
    assert.notEqual(other.id, first.id);
    await connections.remove(first.id);
    await connections.remove(other.id);
    const third = await add(first.baseUrl);
    assert.ok(![first.id, other.id].includes(third.id));
  });

  it('knows a removed base URL in the next window too, but not after all local data was deleted', async () => {
    const { connections, memory } = world();
    const { id, baseUrl } = await add('http://127.0.0.1:9');
    await connections.remove(id);
    const later = new Connections(undefined, world().log, memory);
    assert.equal(later.idFor(baseUrl), id);
    later.dispose();
    connections.forgetRemoved();
    assert.notEqual(connections.idFor(baseUrl), id);
  });

  it('gives a base URL that a connection left for another one a new id', async () => {
    const { connections } = world();
    const connection = await add('http://127.0.0.1:9');
    const moved = { ...connection, baseUrl: 'http://127.0.0.1:9/moved' };
    await setConnections([toEntry(moved)]);
    assert.notEqual(connections.idFor(connection.baseUrl), connection.id);
    await connections.remove(connection.id);
    assert.equal(connections.idFor(moved.baseUrl), connection.id);
    assert.notEqual(connections.idFor(connection.baseUrl), connection.id);
  });

  it('says in the first step what speaks against the address, until something else is typed', async () => {
    const { service } = world();
    const seen = person({});
    const { box, ended } = await begin();
    box.enter(`${service.url}/elsewhere`);
    await box.says(
      /^This address answers, but has no model list there \(404\)\. Check the path\. Correct it, /u,
    );
    assert.deepEqual([box.buttons, box.box.busy], [['Save Anyway'], false]);
    box.type(`${service.url}/elsewher`);
    assert.deepEqual([box.message, box.buttons], ['', []]);
    box.enter('http://127.0.0.1:9');
    await box.says(/^Can't reach 127\.0\.0\.1:9: the connection was refused\. Correct it, /u);
    assert.deepEqual(seen.messages, []);
    const held = service.fail({ kind: 'hang', on: 'GET /api/v1/lora' });
    box.enter(service.url);
    assert.match(box.message, /^Checking 127\.0\.0\.1:\d+… Press Enter to skip the check\.$/u);
    assert.deepEqual([box.box.busy, box.box.enabled], [true, true]);
    box.escape();
    await ended;
    held();
    assert.deepEqual(added(), []);
  });

  it('saves an address that something speaks against if the person wants it, without checking the key', async () => {
    const { keys, connections } = world();
    const earlier = await add('http://127.0.0.1:9/later');
    await connections.remove(earlier.id);
    const { box, ended } = await begin();
    box.enter('http://127.0.0.1:9/later/api/v1/');
    await box.says(/Save Anyway/u);
    await named(await nextBox(() => box.press('Save Anyway')), 'sk-later');
    await ended;
    const [connection] = added();
    assert.ok(connection);
    assert.deepEqual([connection.baseUrl, connection.id], [earlier.baseUrl, earlier.id]);
    assert.equal(await keys.apiKey(connection), 'sk-later');
  });

  it('stops a slow try when the person types on, and goes on without it on Enter', async () => {
    const { service } = world();
    person({});
    const held = service.fail({ kind: 'hang', on: 'GET /api/v1/lora' });
    const { box, ended } = await begin();
    const first = service.nextRequest(() => true);
    box.enter(service.url);
    const { closed } = await first;
    box.type(`${service.url}/`);
    assert.deepEqual([box.message, box.box.busy], ['', false]);
    assert.equal((await closed).complete, false);
    const again = service.nextRequest(() => true);
    box.enter();
    await again;
    const keyBox = await nextBox(() => box.enter());
    assert.match(keyBox.box.prompt ?? '', /^API key for /u);
    keyBox.escape();
    await ended;
    held();
  });

  it('says that it checks the key, and stops that on Escape', async () => {
    const { service } = world();
    person({});
    const { box, ended } = await begin();
    const keyBox = await nextBox(() => box.enter(service.url));
    keyBox.enter('');
    assert.equal(keyBox.message, 'Enter the API key.');
    keyBox.enter('wrong key');
    assert.equal(keyBox.message, 'An API key has no spaces or line breaks.');
    assert.deepEqual(keyBox.buttons, ['Back']);
    keyBox.enter('wrong');
    await keyBox.says(/^The service refused this key \(401\)\. Correct it, /u);
    assert.deepEqual([keyBox.box.value, keyBox.buttons], ['wrong', ['Back', 'Save Anyway']]);
    const held = service.fail({ kind: 'hang', on: '*' });
    const asked = service.nextRequest(() => true);
    keyBox.enter('another');
    await keyBox.says(/^Checking the key with 127\.0\.0\.1:\d+…$/u);
    // Enter again waits on: without an answer nobody knows whether the key is good.
    keyBox.enter();
    const { closed } = await asked;
    keyBox.escape();
    assert.equal((await closed).complete, false);
    await ended;
    held();
    assert.deepEqual(added(), []);
  });

  it('comes back to the address with the key kept if the service fails in the check', async () => {
    const { service } = world();
    const { box, ended } = await begin();
    const keyBox = await nextBox(() => box.enter(service.url));
    service.fail({ kind: 'status', status: 404, on: 'GET /api/v1/base-model' });
    const back = await nextBox(() => keyBox.enter([...service.keys][0]));
    assert.match(back.message, /has no model list there \(404\)/u);
    assert.equal(back.box.value, service.url);
    const keyAgain = await nextBox(() => back.enter());
    assert.equal(keyAgain.box.value, [...service.keys][0]);
    service.fail({ kind: 'status', status: 404, on: 'GET /api/v1/base-model' });
    const backAgain = await nextBox(() => keyAgain.enter());
    await named(await nextBox(() => backAgain.press('Save Anyway')), undefined);
    await ended;
    const [connection] = added();
    assert.ok(connection);
    assert.equal(await world().keys.apiKey(connection), [...service.keys][0]);
  });

  it('sends nothing to an unencrypted address before the person agrees to that, once', async () => {
    const probed: string[] = [];
    const clients = {
      async probe(baseUrl: string) {
        probed.push(baseUrl);
        return undefined;
      },
    };
    const agreed = new Set<string>();
    const refusing = person({});
    const shown = nextBox();
    const ended = addressStep(clients, { title: 'Add Connection' }, agreed);
    const box = await shown;
    box.enter('http://models.acme.example');
    await box.says(/^Use an https: address, or agree to send unencrypted\.$/u);
    assert.deepEqual([probed, refusing.buttons], [[], [['Go Back', 'Send Unencrypted']]]);
    assert.match(refusing.messages.join(), /^Connect to models\.acme\.example without encryption\?$/u);
    person({ button: 'Send Unencrypted' });
    box.enter();
    const address = await within(ended, 'the step ends');
    assert.deepEqual(
      [address?.baseUrl, address?.allowHttp, probed],
      ['http://models.acme.example', true, ['http://models.acme.example']],
    );
    const refusingAgain = person({});
    const shownAgain = nextBox();
    const endedAgain = addressStep(clients, { title: 'Add Connection' }, agreed);
    (await shownAgain).enter('http://models.acme.example');
    assert.equal((await within(endedAgain, 'the step ends'))?.allowHttp, true);
    assert.deepEqual([refusingAgain.messages, probed.length], [[], 2]);
  });
});

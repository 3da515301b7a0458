import assert from 'node:assert/strict';
import type { ProxyDecision } from '../../../../src/core/connections/proxyDecision.ts';
import type { RouteFacts } from '../../../../src/core/diagnosis/diagnosis.ts';
import { certificate, day, diagnose, done, failing, found, lora, lost, outline, refusal } from './script.ts';

const proxied: ProxyDecision = { isProxied: true, reason: 'setting', proxy: 'proxy.acme.example:3128' };

const unproxied: ProxyDecision = { isProxied: false, reason: 'none' };
const routed = (network: RouteFacts['network'], decision: ProxyDecision, isUnchecked = false) => ({
  route: { network, decision, isUnchecked },
});

describe('The steps of a diagnosis', () => {
  it('go from near to far, and end with VS Code’s chat', async () => {
    const { diagnosis, asked, announced } = await diagnose({ added: ['tone'] });
    assert.equal(
      outline(diagnosis.steps),
      'ok: place, address, route, lookup, connect, tls, key, listLoras, listBaseModels, getLora, getBaseModel, chat, vscodeChat',
    );
    assert.deepEqual(
      announced,
      diagnosis.steps.map(({ name }) => name),
    );
    const requests = 'listLoras listBaseModels chooseModel getLora getBaseModel streamChat listed';
    assert.equal(asked.slice(3).join(' '), requests);
  });

  it('retrieve a deployed LoRA rather than another, and the chosen one rather than any', async () => {
    const names: string[] = [];
    const getLora = async (name: string) => {
      names.push(name);
      return lora(name);
    };
    await diagnose({ client: { getLora } });
    await diagnose({ client: { getLora }, parts: { chooseModel: async () => 'notWanted' } });
    await diagnose({ client: { getLora }, parts: { chooseModel: async () => ({ model: 'old' }) } });
    assert.deepEqual(names, ['tone', 'tone', 'old']);
  });

  it('try each address until one accepts the connection', async () => {
    const addresses = [
      { address: '2001:db8::1', family: 6 },
      { address: '10.0.0.1', family: 4 },
      { address: '10.0.0.2', family: 4 },
    ] as const;
    const { diagnosis } = await diagnose({
      probes: {
        lookup: found([...addresses]),
        connect: async ({ address }) => {
          if (address.includes(':')) throw refusal('network', undefined, 'ENETUNREACH');
        },
      },
    });
    const { outcome, facts } = done(diagnosis, 'connect');
    assert.equal(outcome, 'warning');
    assert.deepEqual(facts.tries, [
      { ...addresses[0], port: 443, code: 'ENETUNREACH' },
      { ...addresses[1], port: 443, code: undefined },
    ]);
  });

  it('check the proxy instead of the direct connection if one is used', async () => {
    const { diagnosis, asked } = await diagnose({ parts: routed('auto', proxied) });
    assert.equal(outline(diagnosis.steps.slice(3, 7)), 'ok: proxy; proxied: lookup, connect, tls');
    assert.deepEqual(asked.slice(0, 3), ['lookup', 'connect', 'listLoras']);
    const direct = await diagnose({ parts: routed('direct', proxied) });
    assert.equal(outline(direct.diagnosis.steps.slice(3, 6)), 'ok: lookup, connect, tls');
  });

  for (const [label, network, decision, outcome] of [
    ['a fault if requests need it: the setting', 'vscode', unproxied, 'failed'],
    ['a fault if requests need it: a proxy', 'auto', proxied, 'failed'],
    ['a remark if a direct connection works', 'auto', unproxied, 'warning'],
  ] as const) {
    it(`call a network that would accept any certificate ${label}`, async () => {
      const { diagnosis } = await diagnose({ parts: routed(network, decision, true) });
      assert.equal(done(diagnosis, 'route').outcome, outcome);
    });
  }

  it('check no certificate without encryption, and warn about that except on this machine', async () => {
    const connection = { name: 'Acme', baseUrl: 'http://models.acme.example' };
    const plain = await diagnose({ parts: { connection } });
    assert.equal(
      outline(plain.diagnosis.steps.slice(1, 6)),
      'warning: address; ok: route, lookup, connect; unencrypted: tls',
    );
    assert.equal(done(plain.diagnosis, 'connect').facts.tries?.[0]?.port, 80);
    const local = await diagnose({ parts: { connection: { ...connection, baseUrl: 'http://127.0.0.1' } } });
    assert.equal(done(local.diagnosis, 'address').outcome, 'ok');
  });

  for (const [label, facts, outcome] of [
    ['one that ends soon', { validTo: Date.now() + 13.5 * day }, 'warning'],
    ['one without an end', { validTo: undefined }, 'ok'],
    ['one that has ended, of which the requests say so', { validTo: Date.now() - day }, 'ok'],
  ] as const) {
    it(`judge a certificate: ${label}`, async () => {
      const { diagnosis } = await diagnose({ probes: { handshake: found({ ...certificate, ...facts }) } });
      assert.equal(done(diagnosis, 'tls').outcome, outcome);
    });
  }
});

describe('After a failure, a diagnosis skips what would fail for the same reason:', () => {
  const direct = routed('direct', unproxied);

  it('everything that needs a key if there is none', async () => {
    const { diagnosis, asked } = await diagnose({
      parts: { key: async () => ({ source: undefined, headers: 0 }) },
    });
    assert.equal(
      outline(diagnosis.steps.slice(6)),
      'failed: key; noKey: listLoras, listBaseModels, getLora, getBaseModel, chat; noneAdded: vscodeChat',
    );
    assert.deepEqual(asked, ['lookup', 'connect', 'handshake']);
  });

  it('all requests if only a direct connection is possible and fails', async () => {
    const { diagnosis, asked } = await diagnose({ parts: direct, probes: { lookup: lost('ENOTFOUND') } });
    assert.equal(
      outline(diagnosis.steps.slice(3, 8)),
      'failed: lookup; unreachable: connect, tls; ok: key; unreachable: listLoras',
    );
    assert.deepEqual(asked, ['lookup']);
    const unchecked = { parts: routed('auto', unproxied, true), probes: { lookup: lost('ENOTFOUND') } };
    assert.deepEqual((await diagnose(unchecked)).asked, ['lookup'], 'any certificate would be accepted');
    const connection = { name: 'Acme', baseUrl: 'http://127.0.0.1' };
    const local = await diagnose({ parts: { connection }, probes: { connect: lost('ECONNREFUSED') } });
    assert.deepEqual(local.asked, ['lookup', 'connect'], 'this machine');
  });

  it('all but the first request if VS Code’s network may know another way; then the others', async () => {
    const { diagnosis, asked } = await diagnose({
      probes: { connect: lost('ETIMEDOUT') },
      client: { listLoras: failing(refusal('network', undefined, 'ETIMEDOUT')) },
    });
    assert.deepEqual(asked, ['lookup', 'connect', 'listLoras']);
    assert.equal(
      outline(diagnosis.steps.slice(7)),
      'failed: listLoras; unreachable: listBaseModels, getLora, getBaseModel, chat; noneAdded: vscodeChat',
    );
  });

  it('nothing if that other way leads to the service, and a failed probe becomes a warning', async () => {
    const { diagnosis } = await diagnose({ probes: { handshake: lost('TIMEOUT') } });
    assert.equal(done(diagnosis, 'tls').outcome, 'warning');
    assert.equal(done(diagnosis, 'chat').outcome, 'ok');
  });

  it('all further requests if the key was refused', async () => {
    const listLoras = failing(refusal('unauthorized', 401));
    const { diagnosis, asked } = await diagnose({ client: { listLoras } });
    assert.ok(!asked.includes('chooseModel'));
    assert.equal(outline(diagnosis.steps.slice(7, 9)), 'failed: listLoras; refusedKey: listBaseModels');
    assert.equal(outline(diagnosis.steps.slice(-2, -1)), 'refusedKey: chat');
  });

  it('but not VS Code’s chat, which needs no service', async () => {
    for (const script of [
      { parts: { key: async () => ({ source: undefined, headers: 0 }) } },
      { parts: direct, probes: { lookup: lost('ENOTFOUND') } },
      { client: { listLoras: failing(refusal('unauthorized', 401)) } },
    ]) {
      const { diagnosis } = await diagnose({ ...script, added: ['tone'] });
      assert.equal(outline(diagnosis.steps.slice(-1)), 'ok: vscodeChat');
    }
  });

  it('only the LoRA if just the list of LoRAs is broken or empty', async () => {
    for (const listLoras of [
      failing(refusal('server', 503)),
      failing(refusal('timeout', undefined, 'headers')),
    ]) {
      const { diagnosis } = await diagnose({ client: { listLoras } });
      assert.equal(
        outline(diagnosis.steps.slice(7)),
        'failed: listLoras; ok: listBaseModels; noModel: getLora; ok: getBaseModel, chat; noneAdded: vscodeChat',
      );
    }
    const empty = await diagnose({ client: { listLoras: async () => [] } });
    assert.equal(
      outline(empty.diagnosis.steps.slice(7, 10)),
      'ok: listLoras, listBaseModels; noModel: getLora',
    );
  });

  it('the chat if there is no model, or if none is wanted', async () => {
    for (const why of ['noModel', 'notWanted'] as const) {
      const { diagnosis, asked } = await diagnose({ parts: { chooseModel: async () => why } });
      assert.equal(outline(diagnosis.steps.slice(-2, -1)), `${why}: chat`);
      assert.ok(!asked.includes('streamChat'));
    }
  });
});

describe('Stopping a diagnosis', () => {
  it('keeps what was found, and requests nothing more', async () => {
    const stop = new AbortController();
    const { diagnosis, asked } = await diagnose({
      parts: { signal: stop.signal },
      client: {
        getLora: async () => {
          stop.abort();
          throw stop.signal.reason;
        },
      },
    });
    assert.equal(asked.at(-1), 'getLora');
    assert.equal(
      outline(diagnosis.steps.slice(7)),
      'ok: listLoras, listBaseModels; stopped: getLora, getBaseModel, chat, vscodeChat',
    );
    assert.deepEqual(diagnosis.hiddenNames, ['old', 'tone', 'llama']);
  });

  it('also happens when the person cancels the choice of a model', async () => {
    const { diagnosis, asked } = await diagnose({
      parts: { chooseModel: async () => 'stopped' },
      added: ['tone'],
    });
    assert.equal(outline(diagnosis.steps.slice(-4)), 'stopped: getLora, getBaseModel, chat, vscodeChat');
    assert.ok(!asked.includes('streamChat') && !asked.includes('listed'));
  });

  it('does not hide a bug of our own', async () => {
    await assert.rejects(diagnose({ client: { listLoras: failing(new TypeError('a bug')) } }), TypeError);
  });
});

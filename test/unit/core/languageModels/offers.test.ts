import assert from 'node:assert/strict';
import {
  hasOffers,
  offerId,
  readOffers,
  withOffers,
  withoutOffers,
} from '../../../../src/core/languageModels/offers.ts';

const acme = { id: 'acme', name: 'Acme production' };
const known = [acme];
const tone = { connectionId: 'acme', name: 'tone' };
const llama = { connectionId: 'acme', name: 'llama' };

describe('The models offered to VS Code’s chat', () => {
  it('are named by their connection’s id or name', () => {
    const entries = ['acme', 'Acme production'].map((connection, index) => {
      return { connection, name: `m${index}` };
    });
    assert.deepEqual(readOffers(entries, known), [
      { connectionId: 'acme', name: 'm0', tools: 'auto', images: false, reasoningEfforts: [] },
      { connectionId: 'acme', name: 'm1', tools: 'auto', images: false, reasoningEfforts: [] },
    ]);
  });

  it('are those of a connection’s id before those of another one’s name', () => {
    const named = { id: 'other', name: 'acme' };
    const [offer] = readOffers([{ connection: 'acme', name: 'tone' }], [named, acme]);
    assert.equal(offer?.connectionId, 'acme');
  });

  for (const [what, field, values, read] of [
    [
      'call tools as the setting says, and by themselves if it says nothing that counts',
      'tools',
      ['auto', 'on', 'off', 'never', null, undefined],
      ['auto', 'on', 'off', 'auto', 'auto', 'auto'],
    ],
    [
      'see pictures only where the setting says so',
      'images',
      [true, false, 'true', 1, null, undefined],
      [true, false, false, false, false, false],
    ],
    [
      'have the reasoning efforts of the setting, if it is a list of words',
      'reasoningEfforts',
      [['low', 'high'], [], ['low', ''], 'low', [7], null],
      [['low', 'high'], [], [], [], [], []],
    ],
  ] as const) {
    it(what, () => {
      const entries = values.map((value, at) => ({ connection: 'acme', name: `m${at}`, [field]: value }));
      assert.deepEqual(
        readOffers(entries, known).map((offer) => offer[field]),
        read,
      );
    });
  }

  it('are each there once, as first written', () => {
    const entries = [
      { connection: 'acme', name: 'tone', tools: 'off' },
      { connection: 'Acme production', name: 'tone', tools: 'on' },
    ];
    assert.deepEqual(readOffers(entries, known), [
      { ...tone, tools: 'off', images: false, reasoningEfforts: [] },
    ]);
  });

  it('are without those that can’t be read or have no connection', () => {
    const wrong = [7, null, 'tone', [], {}, { connection: 'acme' }, { name: 'tone' }];
    const entries = [
      ...wrong,
      { connection: 'acme', name: '' },
      { connection: 'gone', name: 'tone' },
      { connection: 'acme', name: 'tone' },
    ];
    assert.deepEqual(readOffers(entries, known), [
      { ...tone, tools: 'auto', images: false, reasoningEfforts: [] },
    ]);
  });

  for (const setting of [undefined, null, 7, 'tone', {}, { connection: 'acme', name: 'tone' }, []]) {
    it(`are none if the setting is ${JSON.stringify(setting)}`, () => {
      assert.deepEqual(readOffers(setting, known), []);
      assert.equal(hasOffers(setting), false);
    });
  }

  it('count as chosen even if none of them can be used', () => {
    assert.equal(hasOffers([{ connection: 'gone', name: 'tone' }]), true);
  });

  it('have ids that never meet, whatever the names', () => {
    const ids = [
      offerId({ connectionId: 'a', name: 'b/c' }),
      offerId({ connectionId: 'a/b', name: 'c' }),
      offerId({ connectionId: 'a%2Fb', name: 'c' }),
    ];
    assert.equal(new Set(ids).size, ids.length);
  });
});

describe('The setting of the offered models', () => {
  const foreign = [7, { connection: 'gone', name: 'tone', note: 'mine' }];
  const written = { connection: 'Acme production', name: 'tone', tools: 'off', note: 'mine' };

  it('gains the models that it hasn’t, and keeps all else as it was', () => {
    assert.deepEqual(withOffers([...foreign, written], [tone, llama, llama], known), [
      ...foreign,
      written,
      { connection: 'acme', name: 'llama' },
    ]);
  });

  it('loses the models, however they are written, and keeps all else as it was', () => {
    const again = { connection: 'acme', name: 'tone' };
    const other = { connection: 'acme', name: 'llama' };
    assert.deepEqual(withoutOffers([...foreign, written, other, again], [tone], known), [...foreign, other]);
  });
});

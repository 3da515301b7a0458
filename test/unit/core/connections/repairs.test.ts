import assert from 'node:assert/strict';
import { isLoopback, normaliseBaseUrl } from '../../../../src/api/config/baseUrl.ts';
import { type ConnectionProblem, readConnections } from '../../../../src/core/connections/connection.ts';
import { ChangedMeanwhileError, type Repair, repairEntry } from '../../../../src/core/connections/repairs.ts';

const read = (setting: unknown) => readConnections(setting, normaliseBaseUrl, isLoopback);
const good = { id: 'acme', name: 'Acme', url: 'https://models.acme.example' };

function problemIn(entries: unknown[]): ConnectionProblem {
  const [problem] = read(entries).problems;
  assert.ok(problem);
  return problem;
}

describe('Repairing the connections', () => {
  const cases: [what: string, entry: unknown, repair: Repair][] = [
    ['gives a duplicate a new id', { ...good, url: 'https://b.example' }, { is: 'newId' }],
    [
      'takes another address',
      { url: 'nowhere', name: 'B' },
      { is: 'newUrl', url: 'https://b.example', allowHttp: false },
    ],
    [
      'gives an entry of another shape an address',
      7,
      { is: 'newUrl', url: 'https://b.example', allowHttp: false },
    ],
    [
      'takes an unencrypted address that the person agreed to',
      { url: 'nowhere' },
      { is: 'newUrl', url: 'http://b.example', allowHttp: true },
    ],
    ['changes an address to https:', { url: ' HTTP://b.example' }, { is: 'useHttps' }],
    ['allows http:', { url: 'http://b.example', note: 'kept' }, { is: 'allowHttp' }],
  ];
  for (const [what, entry, repair] of cases) {
    it(`${what}, and makes the entry usable`, () => {
      const entries = [good, entry, 'other'];
      const mended = repairEntry(entries, problemIn(entries), repair);
      assert.equal(read(mended).connections.length, 2);
      assert.deepEqual([mended[0], mended[2]], [good, 'other']);
    });
  }

  it('keeps the other fields of the entry', () => {
    const entries = [{ url: 'http://b.example', note: 'kept' }];
    assert.deepEqual(repairEntry(entries, problemIn(entries), { is: 'allowHttp' }), [
      { url: 'http://b.example', note: 'kept', allowHttp: true },
    ]);
  });

  it('removes only this entry', () => {
    const entries = [good, 7, 8];
    assert.deepEqual(repairEntry(entries, problemIn(entries), { is: 'remove' }), [good, 8]);
  });

  it('changes nothing if the setting has changed since it was checked', () => {
    const problem = problemIn([good, 7]);
    assert.throws(() => repairEntry([7, good], problem, { is: 'remove' }), ChangedMeanwhileError);
    assert.throws(() => repairEntry([], problem, { is: 'remove' }), ChangedMeanwhileError);
  });
});

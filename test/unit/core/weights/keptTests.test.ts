import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deploymentKey } from '../../../../src/core/chats/tree/column.ts';
import { KeptTests } from '../../../../src/core/weights/keptTests.ts';
import { WeightsNotes } from '../../../../src/core/weights/weightsNotes.ts';
import type { EarlierAnswers } from '../../../../src/core/weights/weightsVerdict.ts';
import { RecordingLog, useFolder } from '../fixtures.ts';

const place = { id: 'desk', baseUrl: 'http://127.0.0.1:8000' };
const answers: EarlierAnswers = {
  at: 5,
  answers: [{ first: { text: 'a', tokens: [{ token: 'a', logprob: -0.5 }] }, second: { text: 'b' } }],
};

describe('The answers of the last test', () => {
  const folder = useFolder();

  it('are read again, by another window too, but not for another model or address', async () => {
    await new KeptTests(folder(), new RecordingLog()).keep(place, 'acme/tone', answers);
    const kept = new KeptTests(folder(), new RecordingLog());
    const { at, answers: read } = (await kept.read(place, 'acme/tone')) ?? {};
    assert.deepEqual({ at, answers: read }, answers);
    assert.equal(await kept.read(place, 'acme/other'), undefined);
    assert.equal(await kept.read({ ...place, baseUrl: 'http://127.0.0.1:9' }, 'acme/tone'), undefined);
    assert.match((await readdir(folder())).join(), /^[0-9a-f]{32}\.json$/u);
  });

  it('leave a file of a newer format as it is, and count a broken one as none', async () => {
    const log = new RecordingLog();
    const kept = new KeptTests(folder(), log);
    await kept.keep(place, 'tone', answers);
    const [file = ''] = await readdir(folder());
    const at = path.join(folder(), file);
    await writeFile(at, '{"v":2,"kept":"otherwise"}');
    await kept.keep(place, 'tone', answers);
    assert.equal(await kept.read(place, 'tone'), undefined);
    assert.equal(await readFile(at, 'utf8'), '{"v":2,"kept":"otherwise"}');
    await writeFile(at, '{"v":1,');
    assert.equal(await kept.read(place, 'tone'), undefined);
    assert.match(log.lines.join(), /^warn The answers of an earlier test could not be read/u);
  });
});

describe('The fingerprint of a model', () => {
  const memory = () => {
    const values = new Map<string, unknown>();
    return {
      get: (key: string) => values.get(key),
      update: async (key: string, value: unknown) => void values.set(key, structuredClone(value)),
    };
  };

  it('is none until its weights are known to be others, and another one each time', () => {
    const kept = memory();
    const notes = new WeightsNotes(kept);
    assert.equal(notes.of(place, 'tone', 'fingerprint'), undefined);
    notes.renew(place, 'tone');
    notes.renew(place, 'other');
    const first = new WeightsNotes(kept).of(place, 'tone', 'fingerprint');
    assert.match(first ?? '', /^\d{4}-\d\d-\d\dT/u);
    assert.equal(notes.of({ ...place, baseUrl: 'http://127.0.0.1:9' }, 'tone', 'fingerprint'), undefined);
    notes.forgetAll();
    assert.equal(notes.of(place, 'tone', 'fingerprint'), undefined);
  });

  it('makes another deployment where no revision or time is told', () => {
    const told = { baseModelName: 'tiny', modelName: './tone' };
    assert.notEqual(deploymentKey(told), deploymentKey({ ...told, fingerprint: '2026-11-12' }));
    const dated = { ...told, createdAt: 5 };
    assert.equal(deploymentKey(dated), deploymentKey({ ...dated, fingerprint: '2026-11-12' }));
  });
});

import assert from 'node:assert/strict';
import { columnNames } from '../../../../../src/core/chats/columns/columnNames.ts';
import { column } from '../../fixtures.ts';

describe('The names of columns', () => {
  const names = (...models: string[]) => [
    ...columnNames(models.map((name, at) => column(name, { id: `c${at}` }))).values(),
  ];

  it('are those of their models, the later of one model with its number', () => {
    assert.deepEqual(names('base', 'tone'), ['base', 'tone']);
    assert.deepEqual(names('tone', 'base', 'tone', 'tone'), ['tone', 'base', 'tone (2)', 'tone (3)']);
  });

  it('differ even if the models differ only in what can’t be seen', () => {
    assert.deepEqual(names('tone', 'to\u200bne'), ['tone', 'tone (2)']);
  });
});

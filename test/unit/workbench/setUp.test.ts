import assert from 'node:assert/strict';
import { joinNeeds, needsOfKinds } from '../../workbench/setUp.ts';

const { page, host, desktop, e2e } = needsOfKinds;

describe('The set-up of a run', () => {
  it('gets once what several kinds of tests need, and builds the extension as shipped if one of them needs that', () => {
    assert.deepEqual(joinNeeds([page, host, e2e]), {
      browser: true,
      versions: ['1.110.0', '1.139.1'],
      build: ['--tests', '--production', '--package'],
    });
    assert.deepEqual(joinNeeds([page]), { browser: true, versions: [], build: [] });
    assert.deepEqual(joinNeeds([desktop]), { browser: false, versions: [], build: ['--tests'] });
    assert.deepEqual(joinNeeds([]), { browser: false, versions: [] });
  });
});

import assert from 'node:assert/strict';
import { isPreRelease } from '../../../release/channel.ts';

describe('A version', () => {
  it('is a pre-release if its minor number is odd, whatever the others are', () => {
    for (const version of ['0.1.0', '0.3.0', '0.3.20', '1.1.0', '2.11.4'])
      assert.equal(isPreRelease(version), true, version);
    for (const version of ['0.0.1', '0.2.0', '0.2.1', '1.0.0', '1.0.3', '3.10.1'])
      assert.equal(isPreRelease(version), false, version);
  });

  it('is refused if it is not three plain numbers', () => {
    for (const version of ['', '1', '1.0', '1.0.0-beta', 'v1.0.0', '1.0.0.0', '01.0.0', '1.x.0'])
      assert.throws(() => isPreRelease(version), /three numbers, as 0\.2\.0/u, version);
  });
});

import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('The extension host', () => {
  it('is a VS Code version that we support', () => {
    const [major, minor] = vscode.version.split('.').map(Number);
    assert.equal(major, 1);
    assert.ok(minor !== undefined && minor >= 110, `VS Code ${vscode.version} is older than our floor.`);
  });
});

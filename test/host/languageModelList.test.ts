import assert from 'node:assert/strict';
import { setUser } from './support/connectionSettings.ts';
import { fence, liveExtension, sent } from './support/extension.ts';
import { listed, offer } from './support/vscodeChat.ts';

describe('The models in VS Code’s chat', () => {
  after(async () => {
    await setUser('hostedModels', 'vscodeChat.contextSizes', undefined);
    await offer([]);
  });

  it('are those of the setting, with what the chat needs to know', async () => {
    const models = await offer([{ name: 'support-tone-v7' }, { name: 'llama-3-8b', tools: 'off' }]);
    assert.deepEqual(
      models.map(({ vendor, name, family, maxInputTokens }) => ({ vendor, name, family, maxInputTokens })),
      [
        { vendor: 'hosted-models', name: 'support-tone-v7', family: 'llama-3-8b', maxInputTokens: 28_672 },
        { vendor: 'hosted-models', name: 'llama-3-8b', family: 'llama-3-8b', maxInputTokens: 28_672 },
      ],
    );
  });

  it('are listed without network', async () => {
    const { service } = await liveExtension();
    await offer([{ name: 'support-tone-v7' }]);
    service.clearRequests();
    assert.equal((await listed()).length, 1);
    await fence(service);
    assert.deepEqual(sent(service), []);
  });

  it('are none for VS Code if their connection is not known', async () => {
    await setUser('hostedModels', 'vscodeChat.models', [{ connection: 'unknown', name: 'support-tone-v7' }]);
    assert.deepEqual(await listed(), []);
  });
});

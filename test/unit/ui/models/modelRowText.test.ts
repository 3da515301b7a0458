import assert from 'node:assert/strict';
import { modelReading, rowSummary } from '../../../../src/ui/models/view/modelRowText.ts';
import { lora } from '../../core/fixtures.ts';

describe('The text beside a model’s name', () => {
  const tone = (baseModelName?: string) =>
    lora('acme/support-tone', {
      createdAt: Math.floor(Date.now() / 1000) - 3 * 86_400,
      ...(baseModelName !== undefined && { baseModelName }),
    });

  it('has the base before the age, which a narrow view may cut', () => {
    assert.equal(rowSummary(tone('llama-3-8b'), 0), 'llama-3-8b · 3d');
    assert.equal(rowSummary(tone(), 0), 'deployed · 3d');
    assert.equal(rowSummary(lora('acme/support-tone'), 0), 'not deployed');
  });

  it('leaves out what stands before the base’s last slash, which the row’s reading keeps', () => {
    const model = tone('meta-llama/Llama-2-7b-chat-hf');
    assert.equal(rowSummary(model, 0), 'Llama-2-7b-chat-hf · 3d');
    assert.equal(rowSummary(tone('org/'), 0), 'org/ · 3d');
    assert.equal(
      modelReading(model, 0),
      'acme/support-tone, LoRA, deployed on meta-llama/Llama-2-7b-chat-hf, 3 days ago',
    );
  });
});

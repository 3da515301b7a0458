import assert from 'node:assert/strict';
import type { Lora } from '../../../../src/api/types.ts';
import { modelReading, rowSummary } from '../../../../src/ui/models/view/modelRowText.ts';

describe('The text beside a model’s name', () => {
  const lora = (baseModelName?: string): Lora => ({
    kind: 'lora',
    name: 'acme/support-tone',
    unitPrice: undefined,
    activeDeployment: {
      createdAt: Math.floor(Date.now() / 1000) - 3 * 86_400,
      ...(baseModelName !== undefined && { baseModelName }),
    },
  });

  it('has the base before the age, which a narrow view may cut', () => {
    assert.equal(rowSummary(lora('llama-3-8b'), 0), 'llama-3-8b · 3d');
    assert.equal(rowSummary(lora(), 0), 'deployed · 3d');
    assert.equal(rowSummary({ ...lora(), activeDeployment: undefined }, 0), 'not deployed');
  });

  it('leaves out what stands before the base’s last slash, which the row’s reading keeps', () => {
    const model = lora('meta-llama/Llama-2-7b-chat-hf');
    assert.equal(rowSummary(model, 0), 'Llama-2-7b-chat-hf · 3d');
    assert.equal(rowSummary(lora('org/'), 0), 'org/ · 3d');
    assert.equal(
      modelReading(model, 0),
      'acme/support-tone, LoRA, deployed on meta-llama/Llama-2-7b-chat-hf, 3 days ago',
    );
  });
});

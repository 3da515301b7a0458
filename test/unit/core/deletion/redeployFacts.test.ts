import assert from 'node:assert/strict';
import { redeployFacts } from '../../../../src/core/deletion/redeployFacts.ts';

describe('The facts for a new deployment', () => {
  it('are the service’s own fields, one per line, each quoted', () => {
    const deployment = {
      hub_revision: '4f2c9ab',
      model_name: 'acme/"tone": yes\n',
      model_source: 'MODEL_HUB',
      base_model_name: 'llama-3-8b',
      created_at: 5,
    };
    assert.equal(
      redeployFacts('tone', { name: 'tone', active_deployment: deployment }),
      [
        'name: "tone"',
        'base_model_name: "llama-3-8b"',
        'model_source: "MODEL_HUB"',
        'model_name: "acme/\\"tone\\": yes\\n"',
        'hub_revision: "4f2c9ab"',
        '',
      ].join('\n'),
    );
  });

  for (const object of [
    undefined,
    null,
    7,
    [],
    { active_deployment: null },
    { active_deployment: { model_name: 5 } },
  ]) {
    it(`are only the name for ${JSON.stringify(object)}`, () => {
      assert.equal(redeployFacts('tone', object), 'name: "tone"\n');
    });
  }
});

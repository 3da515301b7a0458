import assert from 'node:assert/strict';
import { detailsSections } from '../../../../src/ui/details/detailsSections.ts';
import { baseModel, lora } from '../../core/fixtures.ts';

describe('The sections of the details', () => {
  const labels = (title: string, ...[model, raw]: Parameters<typeof detailsSections>) =>
    detailsSections(model, raw)
      .filter((section) => section.title === title)
      .flatMap(({ facts }) => facts.map(({ label }) => label));

  it('list every field that has no place of its own under “Other”, by its path', () => {
    const raw = {
      name: 'tone',
      tier: 'gold',
      active_deployment: {
        base_model_name: 'llama',
        hub_revision: '4f2c',
        region: 'eu',
        creator: {
          actor_type: 'USER',
          team: 7,
          user: { email: 'ada@acme.example', profile_image_url: 'https://acme.example/a.png', phone: null },
          api_key: { name: 'ci', scope: ['read'] },
        },
      },
    };
    const common = [
      'active_deployment.region',
      'active_deployment.creator.team',
      'active_deployment.creator.user.phone',
      'active_deployment.creator.api_key.scope',
    ];
    assert.deepEqual(labels('Other', lora('tone', {}), raw), ['tier', ...common]);
    assert.deepEqual(labels('Other', baseModel('tone', {}), raw), [
      'tier',
      'active_deployment.base_model_name',
      'active_deployment.hub_revision',
      ...common,
    ]);
    for (const odd of [undefined, null, 7, [], { active_deployment: { creator: { user: null } } }]) {
      assert.deepEqual(labels('Other', lora('tone'), odd), []);
    }
  });

  it('show the API key’s name once: in the creator’s line, or beside a person', () => {
    const ofKey = lora('tone', { creator: { apiKeyName: 'ci-deploy', user: {} } });
    assert.ok(!labels('Active deployment', ofKey, undefined).includes('API key'));
    const ofPerson = lora('tone', {
      creator: { apiKeyName: 'ci-deploy', user: { email: 'ada@acme.example' } },
    });
    assert.ok(labels('Active deployment', ofPerson, undefined).includes('API key'));
  });
});

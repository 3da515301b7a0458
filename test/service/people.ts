import type { WireCreator } from './wire.ts';

function person(firstName: string, lastName: string, email: string): WireCreator {
  const picture = `https://acme.example/people/${email.split('@', 1)[0]}.png`;
  return {
    actor_type: 'USER',
    user: { first_name: firstName, last_name: lastName, email, profile_image_url: picture },
  };
}

function apiKey(name: string): WireCreator {
  return { actor_type: 'API_KEY', api_key: { name } };
}

/**
 * Who deploys at Acme. The spec leaves open which parts of a creator come with which actor_type (2.5), so there are
 * all combinations.
 */
export const creators = {
  ada: person('Ada', 'Example', 'ada@acme.example'),
  bjoern: person('Björn', 'Größmann', 'bjoern.groessmann@acme.example'),
  chika: person('千佳', '佐藤', 'chika@acme.example'),
  dolores: person('María Dolores', 'de la Fuente y Montemayor', 'mdolores@acme.example'),
  eve: { actor_type: 'USER', user: { first_name: '', last_name: '', email: 'eve@acme.example' } },
  ci: apiKey('ci-deploy'),
  notebook: apiKey('Notebook key (Ada)'),
  adaByKey: { ...person('Ada', 'Example', 'ada@acme.example'), api_key: { name: 'default' } },
  nightly: { actor_type: 'SERVICE_ACCOUNT', api_key: { name: 'nightly-retrain' } },
  robot: { actor_type: 'SERVICE_ACCOUNT' },
} satisfies Record<string, WireCreator>;

export type CreatorId = keyof typeof creators;

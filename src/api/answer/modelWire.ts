import { inSlices } from '../../base/eventLoop.ts';
import { isObject } from '../../base/json.ts';
import type { BaseModel, BaseModelDeployment, CallOptions, Creator, Lora, LoraDeployment } from '../types.ts';

// Read by hand: a schema library takes twice as long on a list of 10,000. Only `name` is required; any other field that is
// missing, null or of the wrong type is left out, and unknown values are kept.

// Names go into URLs, of which servers accept a few KB; a longer one only fills memory, once for each row that shows it.
const maxName = 64 * 1024;

/** Reads a LoRA (interface-spec 2.1); `undefined` if it has no usable name. */
export function readLora(json: unknown): Lora | undefined {
  if (!isObject(json) || !isName(json.name)) return undefined;
  const { name, unit_price, active_deployment } = json;
  const isUnread =
    active_deployment !== undefined && active_deployment !== null && !isObject(active_deployment);
  const unreadFacts = isUnread ? { active_deployment } : unreadIn(active_deployment, loraDeploymentForm);
  // The spread comes first: what a literal that begins with plain fields makes, V8 soon puts among the old objects (pretenuring). There,
  // a discarded list keeps its texts through the small garbage collections: 8 of 26 ms for 10,000 LoRAs.
  return {
    ...(unreadFacts && { unreadFacts }),
    kind: 'lora',
    name,
    unitPrice: readNumber(unit_price),
    activeDeployment: isObject(active_deployment) ? readLoraDeployment(active_deployment) : undefined,
  };
}

/** Reads a base model (interface-spec 2.3); `undefined` if it has no usable name. */
export function readBaseModel(json: unknown): BaseModel | undefined {
  if (!isObject(json) || !isName(json.name)) return undefined;
  const { name, unit_price, active_deployment } = json;
  return {
    kind: 'baseModel',
    name,
    unitPrice: readNumber(unit_price),
    activeDeployment: isObject(active_deployment) ? readDeployment(active_deployment) : undefined,
  };
}

/**
 * Reads an array or a single object (interface-spec 4.5). `undefined` if it is neither; unreadable entries are left out and
 * reported. A long list is read over several turns of the event loop, between which an abort ends it.
 */
export async function readList<T>(
  json: unknown,
  read: (entry: unknown) => T | undefined,
  { onSkipped, signal }: Pick<CallOptions, 'onSkipped' | 'signal'> = {},
): Promise<T[] | undefined> {
  if (!Array.isArray(json)) {
    const one = read(json);
    return one === undefined ? undefined : [one];
  }
  const entries: T[] = [];
  const readEntry = (entry: unknown) => {
    const one = read(entry);
    if (one !== undefined) entries.push(one);
    else
      onSkipped?.(entry, isObject(entry) ? 'It has no name that can be asked for.' : 'It is not an object.');
  };
  await inSlices(json, readEntry, signal);
  return entries;
}

function readLoraDeployment(json: Record<string, unknown>): LoraDeployment {
  const deployment: LoraDeployment = readDeployment(json);
  const { base_model_name, hub_revision, hf_revision } = json;
  const revision = hub_revision ?? hf_revision;
  if (typeof base_model_name === 'string') deployment.baseModelName = base_model_name;
  if (typeof revision === 'string') deployment.hubRevision = revision;
  return deployment;
}

function readDeployment(json: Record<string, unknown>): BaseModelDeployment {
  const deployment: BaseModelDeployment = {};
  const { created_at, creator, model_name, model_source } = json;
  const createdAt = readNumber(created_at);
  if (createdAt !== undefined) deployment.createdAt = createdAt;
  if (isObject(creator)) deployment.creator = readCreator(creator);
  if (typeof model_name === 'string') deployment.modelName = model_name;
  if (typeof model_source === 'string') deployment.modelSource = model_source;
  return deployment;
}

function readCreator(json: Record<string, unknown>): Creator {
  const creator: Creator = {};
  const { actor_type, api_key, user } = json;
  if (typeof actor_type === 'string') creator.actorType = actor_type;
  if (isObject(api_key) && typeof api_key.name === 'string') creator.apiKeyName = api_key.name;
  if (isObject(user)) creator.user = readUser(user);
  return creator;
}

function readUser(json: Record<string, unknown>): NonNullable<Creator['user']> {
  const user: NonNullable<Creator['user']> = {};
  const { first_name, last_name, email, profile_image_url } = json;
  if (typeof first_name === 'string') user.firstName = first_name;
  if (typeof last_name === 'string') user.lastName = last_name;
  if (typeof email === 'string') user.email = email;
  if (typeof profile_image_url === 'string') user.profileImageUrl = profile_image_url;
  return user;
}

/** The fields that are read, by the test that their values pass. */
interface Form {
  readonly [field: string]: Form | ((value: unknown) => boolean);
}

const isText = (value: unknown) => typeof value === 'string';
const loraDeploymentForm: Form = {
  base_model_name: isText,
  created_at: (value) => readNumber(value) !== undefined,
  creator: {
    actor_type: isText,
    api_key: { name: isText },
    user: { first_name: isText, last_name: isText, email: isText, profile_image_url: isText },
  },
  model_name: isText,
  model_source: isText,
  hub_revision: isText,
  hf_revision: isText,
};

/** Returns the fields that are not read, at any depth of `form`; `undefined` if there are none. A null counts as missing. */
function unreadIn(json: unknown, form: Form): Record<string, unknown> | undefined {
  if (!isObject(json)) return undefined;
  const unread: [string, unknown][] = [];
  for (const field in json) {
    const value = json[field];
    const known = Object.hasOwn(form, field) ? form[field] : undefined;
    if (value === null || (typeof known === 'function' && known(value))) continue;
    const left = typeof known === 'object' && isObject(value) ? unreadIn(value, known) : value;
    if (left !== undefined) unread.push([field, left]);
  }
  return unread.length > 0 ? Object.fromEntries(unread) : undefined;
}

export function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxName;
}

// Some serializers write doubles and 64-bit integers as text.
export function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

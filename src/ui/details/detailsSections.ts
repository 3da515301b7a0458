import type { Model, ServerWork } from '../../api/index.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { DetailsSection, PageFact } from '../../protocol/details.ts';
import { type ModelFact, modelFacts, presentWord, withFormer } from '../models/view/modelFacts.ts';
import { numberText, t } from '../shared/text/t.ts';

/** Longer values are cut on the page; Copy copies them whole. */
const maxValue = 2000;

/**
 * Wire fields with their own place on the page; all others appear under "Other". Wire names belong here, outside `api`: "Other"
 * shows the service's fields as received, above all those that `api` does not read.
 */
const knownFields = new Set(['name', 'unit_price', 'active_deployment']);
const baseModelDeploymentFields = ['created_at', 'creator', 'model_name', 'model_source'];
const knownDeploymentFields = {
  baseModel: new Set(baseModelDeploymentFields),
  lora: new Set([...baseModelDeploymentFields, 'base_model_name', 'hub_revision']),
};
const knownCreatorFields = new Set(['actor_type', 'api_key', 'user']);
/** The picture is a known field too, and omitted on purpose. */
const knownUserFields = new Set(['first_name', 'last_name', 'email', 'profile_image_url']);
const knownApiKeyFields = new Set(['name']);
/** Of an OpenAI-compatible server's entry; `created` says nothing of the model there. */
const knownServedFields = new Set([
  'id',
  'object',
  'created',
  'parent',
  'root',
  'max_model_len',
  'permission',
]);

/** "LoRA · deployed · Acme production"; unknown parts are omitted. */
export function detailsSubtitle(
  kind: Model['kind'],
  model: Model | undefined,
  connection: Pick<Connection, 'name'> | undefined,
): string {
  const parts = [kind === 'lora' ? t('LoRA') : t('Base model')];
  if (model) parts.push(model.activeDeployment ? presentWord(model) : t('not deployed'));
  if (connection) parts.push(cleanText(connection.name, 80));
  return parts.join(' · ');
}

/** Builds the page's description lists. `raw` is the service's own answer, for fields that we don't know. */
export function detailsSections(model: Model, raw: unknown, before?: Model): DetailsSection[] {
  const { activeDeployment, isServed, kind } = model;
  const facts = modelFacts(model, 0, before).filter(({ id }) => id !== 'loras');
  const summary = facts.find(({ id }) => id === 'deployment');
  const isOnTop = ({ id }: ModelFact) => isServed || id === 'unitPrice';
  const deployed = facts.filter((fact) => !isOnTop(fact) && fact !== summary).map(pageFact);
  const deployment: DetailsSection = {
    title: t('Active deployment'),
    text: summary && !activeDeployment ? withFormer(summary.value, summary) : undefined,
    facts: [...deployed, ...creatorFacts(model)],
  };
  const other = isServed ? unknownFields(raw, knownServedFields, '') : otherFacts(kind, raw);
  return [
    { title: undefined, text: undefined, facts: facts.filter(isOnTop).map(pageFact) },
    ...(isServed ? [] : [deployment]),
    ...(other.length > 0 ? [{ title: t('Other'), text: undefined, facts: other }] : []),
  ];
}

/** What the server is doing, for models of the user's own; nothing if it doesn't say. */
export function workSections(work: ServerWork | undefined): DetailsSection[] {
  if (!work) return [];
  const { running, waiting, adapters, slots } = work;
  const requests = [
    ...(running === undefined ? [] : [t('{0} running', numberText(running))]),
    ...(waiting === undefined ? [] : [t('{0} waiting', numberText(waiting))]),
  ];
  const of = numberText(slots?.of ?? 0);
  const used = slots?.used === undefined ? undefined : t('{0} of {1}', numberText(slots.used), of);
  const facts = [
    ...(requests.length > 0 ? [said(t('Requests'), requests.join(' · '))] : []),
    ...(adapters ? [said(t('Adapters with requests'), adapters.join(' · ') || t('none'))] : []),
    ...(slots ? [said(t('Adapters in memory'), used ?? t('at most {0}', of))] : []),
  ];
  return [{ title: t('Server now'), text: undefined, facts }];
}

function said(label: string, value: string): PageFact {
  return { ...plain(label, value), copy: undefined };
}

function pageFact(fact: ModelFact): PageFact {
  const isCreated = fact.id === 'created';
  const isPriced = fact.id === 'unitPrice' && fact.value !== '';
  const whole = isPriced ? t('{0} (unit not specified)', fact.value) : (fact.whole ?? fact.value);
  return {
    label: fact.label,
    value: isCreated ? fact.value : cleanText(whole, maxValue),
    detail: isCreated ? fact.whole : undefined,
    ...(fact.was !== undefined && { was: t('(was {0})', fact.was) }),
    copy: fact.copy,
    model: fact.id === 'baseModel' ? fact.copy : undefined,
  };
}

/** Creator details missing from its one-line form: the API key's name next to a person, and the actor type. */
function creatorFacts({ activeDeployment }: Model): PageFact[] {
  const creator = activeDeployment?.creator;
  const { firstName, lastName, email } = creator?.user ?? {};
  const isPerson = firstName || lastName || email;
  return [
    ...(isPerson && creator?.apiKeyName ? [plain(t('API key'), creator.apiKeyName)] : []),
    ...(creator?.actorType ? [plain(t('Creator type'), creator.actorType)] : []),
  ];
}

function otherFacts(kind: Model['kind'], raw: unknown): PageFact[] {
  const deployment = fieldOf(raw, 'active_deployment');
  const creator = fieldOf(deployment, 'creator');
  return [
    ...unknownFields(raw, knownFields, ''),
    ...unknownFields(deployment, knownDeploymentFields[kind], 'active_deployment.'),
    ...unknownFields(creator, knownCreatorFields, 'active_deployment.creator.'),
    ...unknownFields(fieldOf(creator, 'user'), knownUserFields, 'active_deployment.creator.user.'),
    ...unknownFields(fieldOf(creator, 'api_key'), knownApiKeyFields, 'active_deployment.creator.api_key.'),
  ];
}

function fieldOf(record: unknown, name: string): unknown {
  return isRecord(record) ? record[name] : undefined;
}

function unknownFields(record: unknown, known: ReadonlySet<string>, prefix: string): PageFact[] {
  if (!isRecord(record)) return [];
  return Object.entries(record)
    .filter(([name]) => !known.has(name))
    .map(([name, value]) => plain(prefix + name, typeof value === 'string' ? value : JSON.stringify(value)));
}

function plain(label: string, value: string): PageFact {
  return { label, value: cleanText(value, maxValue), detail: undefined, copy: value, model: undefined };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import * as vscode from 'vscode';
import type { Model } from '../../api/index.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connection.ts';
import type { DetailsSection, FactView } from '../../protocol/details.ts';
import { type ModelFact, modelFacts } from '../models/modelFacts.ts';

/** Longer values are cut on the page; Copy has them whole. */
const maxValue = 2000;

/** Wire fields that have a place of their own on the page; all others stand under "Other". */
const knownFields = new Set(['name', 'unit_price', 'active_deployment']);
const knownDeploymentFields = new Set([
  'base_model_name',
  'created_at',
  'creator',
  'model_name',
  'model_source',
  'hub_revision',
]);

/** "LoRA · deployed · Acme production" */
export function detailsSubtitle(
  model: Pick<Model, 'kind' | 'activeDeployment'>,
  connection: Connection,
): string {
  const kind = model.kind === 'lora' ? vscode.l10n.t('LoRA') : vscode.l10n.t('Base model');
  const state = model.activeDeployment ? vscode.l10n.t('deployed') : vscode.l10n.t('not deployed');
  return [kind, state, cleanText(connection.name, 80)].join(' · ');
}

/** The description lists of the page. `raw` is the service's own answer, for the fields that we don't know. */
export function detailsSections(model: Model, raw: unknown): DetailsSection[] {
  const facts = modelFacts(model, 0);
  const isPrice = (fact: ModelFact) => fact.id === 'unitPrice';
  const isDeployment = (fact: ModelFact) => !isPrice(fact) && fact.id !== 'loras' && fact.id !== 'deployment';
  const sections: DetailsSection[] = [
    { title: undefined, text: undefined, facts: facts.filter(isPrice).map(factView) },
    {
      title: vscode.l10n.t('Active deployment'),
      text: model.activeDeployment ? undefined : vscode.l10n.t('none'),
      facts: [...facts.filter(isDeployment).map(factView), ...creatorFacts(model)],
    },
  ];
  const others = otherFacts(raw);
  if (others.length > 0) sections.push({ title: vscode.l10n.t('Other'), text: undefined, facts: others });
  return sections;
}

function factView(fact: ModelFact): FactView {
  const isCut = fact.id === 'created';
  return {
    label: fact.label,
    value: isCut ? fact.value : cleanText(fact.whole ?? fact.value, maxValue),
    detail: isCut ? fact.whole : undefined,
    copy: fact.copy,
    model: fact.id === 'baseModel' ? fact.copy : undefined,
  };
}

/** The parts of the creator that its one line leaves out: the key's name beside a person, and the kind of actor. */
function creatorFacts({ activeDeployment }: Model): FactView[] {
  const creator = activeDeployment?.creator;
  const facts: FactView[] = [];
  if (creator?.apiKeyName) facts.push(plain(vscode.l10n.t('API key'), creator.apiKeyName));
  if (creator?.actorType) facts.push(plain(vscode.l10n.t('Kind of creator'), creator.actorType));
  return facts;
}

function otherFacts(raw: unknown): FactView[] {
  if (!isRecord(raw)) return [];
  const deployment = isRecord(raw['active_deployment']) ? raw['active_deployment'] : {};
  return [
    ...unknownFields(raw, knownFields, ''),
    ...unknownFields(deployment, knownDeploymentFields, 'active_deployment.'),
  ];
}

function unknownFields(
  record: Record<string, unknown>,
  known: ReadonlySet<string>,
  prefix: string,
): FactView[] {
  return Object.entries(record)
    .filter(([name]) => !known.has(name))
    .map(([name, value]) => plain(prefix + name, typeof value === 'string' ? value : JSON.stringify(value)));
}

function plain(label: string, value: string): FactView {
  return { label, value: cleanText(value, maxValue), detail: undefined, copy: value, model: undefined };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

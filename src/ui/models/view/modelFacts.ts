import type { Model } from '../../../api/index.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { creatorName, creatorText } from '../../shared/text/creatorText.ts';
import { numberText, t } from '../../shared/text/t.ts';
import { absoluteTime, createdText, relativeTime } from '../../shared/text/time.ts';
import { priceText, tokensText } from '../../shared/text/unitText.ts';

/** One fact about a model, in words. */
export interface ModelFact {
  id:
    | 'deployment'
    | 'baseModel'
    | 'modelName'
    | 'source'
    | 'revision'
    | 'created'
    | 'creator'
    | 'context'
    | 'wireName'
    | 'unitPrice'
    | 'loras'
    | 'vscodeChat';
  label: string;
  /** Short text for a row; empty if the service gave nothing. */
  value: string;
  /** The whole value, if `value` is shortened or relative. */
  whole?: string;
  /** What *Copy Value* copies; absent if there is nothing. */
  copy?: string;
  /** What it was before the change that the user has not seen yet. */
  was?: string;
  /** What menus can be shown for, e.g. ".limit". */
  marks?: string;
}

/**
 * Returns the facts below a row, in the same order as on the details page. `loras`: number of LoRAs on a base model; `before`: the
 * model as it was before a change that the user has not seen.
 */
export function modelFacts(model: Model, loras: number, before?: Model): ModelFact[] {
  const facts = factsOf(model, loras);
  if (!before) return facts;
  const former = new Map(factsOf(before, loras).map((fact) => [fact.id, fact]));
  // "Active deployment" sums up others, which say what they were.
  const isSummed = Boolean(model.activeDeployment) === Boolean(before.activeDeployment);
  return facts.map((fact) => {
    const old = former.get(fact.id);
    const isSame = !old || wholeOf(old) === wholeOf(fact) || (isSummed && fact.id === 'deployment');
    return isSame ? fact : { ...fact, was: old.value || t('not given') };
  });
}

/** "qwen2.5-14b (was mistral-7b)" */
export function withFormer(value: string, { was }: ModelFact): string {
  return was === undefined ? value : t('{0} (was {1})', value, was);
}

function wholeOf({ value, whole }: ModelFact): string {
  return whole ?? value;
}

function factsOf(model: Model, loras: number): ModelFact[] {
  const facts = deploymentFacts(model);
  const { contextTokens } = model;
  if (contextTokens !== undefined) {
    const value = tokensText(contextTokens);
    facts.push({ id: 'context', label: t('Context'), value, copy: String(contextTokens) });
  }
  const { wireName = model.name } = model;
  if (wireName !== model.name)
    facts.push({ id: 'wireName', label: t('Name in requests'), value: wireName, copy: wireName });
  const price: ModelFact = { id: 'unitPrice', label: t('Unit price'), value: '' };
  if (model.unitPrice !== undefined) {
    price.value = priceText(model.unitPrice);
    price.copy = model.unitPrice.toLocaleString('en', { maximumSignificantDigits: 17, useGrouping: false });
    price.whole = t('{0} (unit not specified)', price.copy);
  }
  facts.push(price);
  if (model.kind === 'baseModel') facts.push({ id: 'loras', label: t('LoRAs'), value: numberText(loras) });
  // Such a server gives none of the others, ever.
  return model.isServed ? facts.filter(({ id, value }) => value !== '' && id !== 'deployment') : facts;
}

function deploymentFacts(model: Model): ModelFact[] {
  const label = t('Active deployment');
  const deployment = model.activeDeployment;
  if (!deployment) return [{ id: 'deployment', label, value: t('none') }];
  const { createdAt, creator } = deployment;
  const summary = [
    createdAt === undefined ? '' : createdText(createdAt, relativeTime),
    cleanText(creatorName(creator) ?? '', 60),
  ];
  const value = summary.filter((part) => part).join(' · ') || t('yes');
  const facts: ModelFact[] = [{ id: 'deployment', label, value }];
  if (model.kind === 'lora') {
    facts.push(text('baseModel', t('Base model'), model.activeDeployment?.baseModelName));
  }
  facts.push(text('modelName', t('Model name'), deployment.modelName));
  facts.push(text('source', t('Source'), deployment.modelSource));
  if (model.kind === 'lora') facts.push(revision(model.activeDeployment?.hubRevision));
  facts.push(createdFact(createdAt));
  facts.push(text('creator', t('Creator'), creatorText(creator)));
  return facts;
}

function text(id: ModelFact['id'], label: string, value: string | undefined): ModelFact {
  return value ? { id, label, value: cleanText(value), whole: value, copy: value } : { id, label, value: '' };
}

function revision(hash: string | undefined): ModelFact {
  const fact = text('revision', t('Revision'), hash);
  return hash && /^[0-9a-f]{12,}$/iu.test(hash) ? { ...fact, value: hash.slice(0, 7) } : fact;
}

function createdFact(createdAt: number | undefined): ModelFact {
  const label = t('Created');
  if (createdAt === undefined) return { id: 'created', label, value: '' };
  const value = createdText(createdAt, relativeTime);
  const whole = createdText(createdAt, absoluteTime);
  return { id: 'created', label, value, copy: whole, ...(whole === value ? {} : { whole }) };
}

/** Returns a short summary to show after a model's name, e.g. "llama-3-8b · 3 days ago", or "not deployed". */
export function modelSummary(model: Model): string {
  const deployment = model.activeDeployment;
  if (!deployment) return t('not deployed');
  const parts: string[] = [];
  if (model.kind === 'lora' && model.activeDeployment?.baseModelName) {
    parts.push(cleanText(model.activeDeployment.baseModelName, 80));
  }
  if (deployment.createdAt !== undefined) parts.push(createdText(deployment.createdAt, relativeTime));
  return parts.join(' · ') || presentWord(model);
}

/** What is said of a model that has a deployment, or of one that a server lists without telling any. */
export function presentWord({ isServed }: Model): string {
  return isServed ? t('served') : t('deployed');
}

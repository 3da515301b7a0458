import * as vscode from 'vscode';
import { type ModelRef, modelKey } from '../../../core/models/modelKey.ts';
import { type Preset, presetOf } from '../../../core/presets/presets.ts';
import { defaultMaxTokens } from '../../../core/promptSets/run/runRecord.ts';
import { shownName } from '../../../core/shownName.ts';
import { type TestedAdapter, weightsRequests } from '../../../core/weights/weightsTest.ts';
import { withoutIcons } from '../../shared/messages.ts';
import { below, pickStep, type StepItem, type StepLook, separator } from '../../shared/pickStep.ts';
import { keepHistory } from '../../shared/settings.ts';
import { numberText, t } from '../../shared/text/t.ts';
import { sizeText } from '../../shared/text/unitText.ts';
import {
  askMaxTokens,
  askMaxTotalTokens,
  askRepetitions,
  askTemperature,
  choosePreset,
} from './askSettings.ts';
import { inFront } from './chooseRunModels.ts';
import { type Draft, type PlannedRun, tellsApartNote } from './planText.ts';
import type { ReadSet } from './readSet.ts';

/** What the last step leads to. */
export interface PlanGoal {
  label: string;
  icon: string;
  placeholder: string;
  /** Says what will be done. */
  detail: (planned: PlannedRun) => string;
  /** What it can show. */
  description?: (planned: PlannedRun) => string;
  /** What is done is to ask, which can end early. */
  isAsking?: true;
}

interface Parts {
  presets: readonly Preset[];
  goal: PlanGoal;
  /** Returns the base of a LoRA, if it is listed. */
  baseOf: (model: ModelRef) => ModelRef | undefined;
  /** Those of the user's own server, with their bases: they may be none. */
  adapters: readonly TestedAdapter[];
  /** As `earlierDiscordance` returns it. */
  discordance: number | undefined;
}

interface PlanItem extends StepItem {
  /** Asks for another value. Resolves with what is to be changed; `undefined` if the user cancels. */
  change?: () => Promise<Partial<Draft> | 'back' | undefined>;
}

/** The last step: shows the settings, which can be changed, and what will be done. Resolves with `go` once the user wants that. */
export async function planStep(
  set: ReadSet,
  first: Draft,
  look: StepLook,
  parts: Parts,
): Promise<{ is: 'go' | 'back'; draft: Draft } | undefined> {
  let draft = first;
  for (let active = 0; ; ) {
    const items = itemsOf(set, draft, look, parts);
    const { placeholder } = parts.goal;
    const chosen = await pickStep<PlanItem>({ ...look, placeholder }, items, items[active]);
    if (!chosen) return undefined;
    if (chosen === 'back') return { is: 'back', draft };
    if (!chosen.change) return { is: 'go', draft };
    // Escape leads back here, too: what was chosen so far stays.
    const changed = await chosen.change();
    if (changed && changed !== 'back') draft = { ...draft, ...changed };
    active = items.indexOf(chosen);
  }
}

function itemsOf(set: ReadSet, draft: Draft, { title }: StepLook, parts: Parts): PlanItem[] {
  const { models, settings, repetitions } = draft;
  const [base] = models;
  const preset = presetOf(parts.presets, settings)?.name;
  const { label, icon, detail, description, isAsking } = parts.goal;
  const planned = { set, draft, discordance: parts.discordance };
  const go: PlanItem = {
    label,
    ...(description && { description: description(planned) }),
    detail: withoutIcons(detail(planned)),
    iconPath: new vscode.ThemeIcon(icon),
  };
  const look = { title, hasBack: true };
  return [
    go,
    separator(t('settings')),
    ...(base && models.length > 1
      ? [
          {
            label: t('Base'),
            description: withoutIcons(t('{0}, which the others are compared with', shownName(base.name, 60))),
            ...baseWarning(otherBases(models, parts.baseOf)),
            change: () => chooseBase(models, look),
          },
        ]
      : []),
    ...(parts.presets.length > 0
      ? [
          {
            label: t('Preset'),
            description: withoutIcons(preset ?? t('none')),
            change: () => choosePreset(parts.presets, look),
          },
        ]
      : []),
    {
      label: t('Temperature'),
      description: settings.temperature === undefined ? t('not set') : numberText(settings.temperature),
      change: () => askTemperature(draft, look),
    },
    {
      label: t('Max tokens'),
      description: numberText(settings.maxTokens ?? defaultMaxTokens),
      change: () => askMaxTokens(draft, look),
    },
    {
      label: t('Repetitions'),
      description: numberText(repetitions),
      change: () => askRepetitions(draft, look),
    },
    ...(isAsking ? [ceilingItem(draft, look)] : []),
    ...(isAsking && models.length > 1 && set.checked > 0 ? [clearBox(draft)] : []),
    ...(isAsking && parts.adapters.length > 0 ? [weightsBox(draft, parts.adapters)] : []),
    ...notesOf(set, isAsking ? tellsApartNote(planned) : undefined),
  ];
}

function ceilingItem(draft: Draft, look: StepLook): PlanItem {
  const { maxTotalTokens } = draft;
  return {
    label: t('Token ceiling'),
    description: maxTotalTokens === undefined ? t('none') : numberText(maxTotalTokens),
    change: () => askMaxTotalTokens(draft, look),
  };
}

function clearBox({ stopsWhenClear }: Draft): PlanItem {
  return box(
    t('Stop as soon as it is clear'),
    t('Prompts are asked in random order, until better or worse holds whenever one stops.'),
    stopsWhenClear,
    (isOn) => ({ stopsWhenClear: isOn }),
  );
}

function weightsBox({ tested = [] }: Draft, adapters: readonly TestedAdapter[]): PlanItem {
  return box(
    t("Test the adapters' weights first"),
    t('{0} requests more for each LoRA tell whether the server applies it.', weightsRequests),
    tested.length > 0,
    (isOn) => ({ tested: isOn ? adapters : [] }),
  );
}

/** A box to check. */
function box(
  label: string,
  detail: string,
  isChecked: boolean,
  change: (isChecked: boolean) => Partial<Draft>,
): PlanItem {
  return {
    label,
    description: isChecked ? t('yes') : t('no'),
    detail,
    iconPath: new vscode.ThemeIcon(isChecked ? 'pass-filled' : 'circle-large-outline'),
    change: async () => change(!isChecked),
  };
}

/** From here on its size is told, in bytes: it may be far more than that of the file, whose templates are filled. */
const largeSet = 50e6;

/** What the user should know before anything is sent. */
function notesOf({ checked, size }: ReadSet, tellsApart: ReturnType<typeof tellsApartNote>): PlanItem[] {
  const notes = [
    ...(size > largeSet ? [t('The prompts of the run take {0} on this machine.', sizeText(size))] : []),
    ...(checked === 0
      ? [t('No prompt has checks: you can rate the answers blind, but none passes or fails.')]
      : []),
    ...(keepHistory.value
      ? []
      : [t('The run is saved on this machine although chats are not. You can delete it in Runs.')]),
  ];
  const iconPath = new vscode.ThemeIcon('info');
  const told = [...(tellsApart ? [tellsApart] : []), ...notes.map((label) => ({ label }))];
  return below(
    t('good to know'),
    told.map((note) => ({ ...note, iconPath, isTold: true })),
  );
}

/** Says of each LoRA with another base than the one that all are compared with that it is. */
function otherBases([first, ...others]: Draft['models'], baseOf: Parts['baseOf']): string[] {
  return others.flatMap((model) => {
    const own = baseOf(model);
    if (!first || !own || modelKey(own) === modelKey(first)) return [];
    const [name, base, compared] = [model, own, first].map((one) => withoutIcons(shownName(one.name, 40)));
    return t(
      '{0} is made for {1}, but compared with {2}. To compare it with its own base, run them apart.',
      name ?? '',
      base ?? '',
      compared ?? '',
    );
  });
}

function baseWarning(said: readonly string[]): Partial<PlanItem> {
  return said.length === 0 ? {} : { detail: said.join(' '), iconPath: new vscode.ThemeIcon('warning') };
}

async function chooseBase(models: Draft['models'], look: StepLook) {
  const items = models.map((model) => ({ label: withoutIcons(shownName(model.name, 80)), model }));
  const placeholder = t('Which model are the others compared with?');
  const chosen = await pickStep({ ...look, placeholder }, items);
  return chosen && chosen !== 'back' ? { models: inFront(chosen.model, models) } : chosen;
}

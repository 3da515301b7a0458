import * as v from 'valibot';
import { type ChatSettings, typedSettings } from '../chats/tree/chatSettings.ts';

/** Chat settings under a name chosen by the user. */
const presetSchema = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
  // A misnamed setting, such as `top_p`, would have no effect, and nobody would know why.
  settings: v.strictObject(typedSettings.entries),
  /** Names of models whose new chats start with these settings. */
  defaultFor: v.optional(v.array(v.string()), []),
});
export type Preset = Readonly<v.InferOutput<typeof presetSchema>>;

const fileSchema = v.object({ presets: v.array(v.unknown()) });

/** The content of the presets file. A mistake in one preset invalidates only that preset; `problems` counts them. */
export interface PresetFile {
  presets: Preset[];
  problems: number;
  /** It is not JSON, or not a presets file: nothing may be written to it. */
  isBroken: boolean;
}

export const noPresets: PresetFile = { presets: [], problems: 0, isBroken: false };

/** Reads the file's text; of presets with the same name, the first counts. */
export function readPresets(text: string): PresetFile {
  const file = v.safeParse(v.pipe(v.string(), v.parseJson(), fileSchema), text);
  if (!file.success) return { presets: [], problems: 1, isBroken: true };
  const presets = new Map<string, Preset>();
  let problems = 0;
  for (const entry of file.output.presets) {
    const read = v.safeParse(presetSchema, entry);
    if (read.success && !presets.has(read.output.name)) presets.set(read.output.name, read.output);
    else problems += 1;
  }
  return { presets: [...presets.values()], problems, isBroken: false };
}

const looseFile = v.looseObject({ presets: v.array(v.unknown()) });
const looseEntry = v.looseObject({
  name: v.pipe(v.string(), v.trim()),
  defaultFor: v.optional(v.array(v.string())),
});

/**
 * Returns the file's text with this preset added, or replacing the one with its name; everything else keeps its value.
 * A model has one default: with `defaultFor`, it is this preset.
 */
export function withPreset(
  text: string,
  { name, settings, defaultFor }: Pick<Preset, 'name' | 'settings'> & { defaultFor?: string },
): string {
  const file = v.parse(v.pipe(v.string(), v.parseJson(), looseFile), text);
  const before = file.presets.findIndex((entry) => v.is(looseEntry, entry) && entry.name.trim() === name);
  const others = file.presets.map((entry) => withoutDefault(entry, defaultFor));
  const own = others[before];
  const preset = { ...(v.is(looseEntry, own) ? own : { name }), settings };
  if (defaultFor !== undefined) preset.defaultFor = [...(preset.defaultFor ?? []), defaultFor];
  const presets = before === -1 ? [...others, preset] : others.with(before, preset);
  return writeJson({ ...file, presets });
}

function withoutDefault(entry: unknown, model: string | undefined): unknown {
  if (model === undefined || !v.is(looseEntry, entry) || !entry.defaultFor?.includes(model)) return entry;
  return { ...entry, defaultFor: entry.defaultFor.filter((one) => one !== model) };
}

/** Returns the text of a file without presets. */
export function emptyPresets(): string {
  return writeJson({ presets: [] });
}

/** Returns the settings that a chat with this model starts with. */
export function defaultSettings(presets: readonly Preset[], model: string): ChatSettings {
  return presets.find(({ defaultFor }) => defaultFor.includes(model))?.settings ?? {};
}

/** Returns the first preset with exactly these settings. */
export function presetOf(presets: readonly Preset[], settings: ChatSettings): Preset | undefined {
  const wanted = sorted(settings);
  return presets.find((preset) => sorted(preset.settings) === wanted);
}

/**
 * Returns the settings for a chat that moves to another model: those of the new model's default preset if the old model's
 * were left unchanged. Settings made by hand stay.
 */
export function settingsAfterMove(
  presets: readonly Preset[],
  settings: ChatSettings,
  from: string,
  to: string,
): ChatSettings {
  const isUntouched = sorted(settings) === sorted(defaultSettings(presets, from));
  return isUntouched ? defaultSettings(presets, to) : settings;
}

function sorted(settings: ChatSettings): string {
  return JSON.stringify(Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function writeJson(json: unknown): string {
  return `${JSON.stringify(json, null, 2)}\n`;
}

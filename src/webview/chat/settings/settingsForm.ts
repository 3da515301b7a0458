import {
  type PageSettings,
  type SettingName,
  type SettingValues,
  settingFields,
  settingNames,
} from './settingFields.ts';

/** The text of the fields, as typed. */
export type SettingsDraft = Readonly<Record<SettingName, string>>;

interface ReadSettings {
  /** The settings that may be sent: an invalid field keeps its earlier value. */
  settings: PageSettings;
  errors: Partial<Record<SettingName, string>>;
}

export function toDraft(settings: PageSettings): SettingsDraft {
  const values: Partial<SettingValues> = settings;
  const write = <N extends SettingName>(name: N) => {
    const value: SettingValues[N] | undefined = values[name];
    return value === undefined ? '' : settingFields[name].write(value);
  };
  return Object.fromEntries(settingNames.map((name) => [name, write(name)])) as Record<SettingName, string>;
}

/** Reads the fields. An empty one is not set, and not sent. */
export function readDraft(draft: SettingsDraft, before: PageSettings): ReadSettings {
  const errors: ReadSettings['errors'] = {};
  const settings: PageSettings = {};
  const take = <N extends SettingName>(name: N) => {
    const { value: typed, reason } = settingFields[name].read(draft[name]);
    if (reason !== undefined) errors[name] = reason;
    const value = reason === undefined ? typed : before[name];
    if (value !== undefined) settings[name] = value;
  };
  for (const name of settingNames) take(name);
  return { settings, errors };
}

export function countSet(settings: PageSettings): number {
  return Object.values(settings).filter((value) => value !== undefined && value !== '').length;
}

export function areSameSettings(a: PageSettings, b: PageSettings): boolean {
  const [first, second] = [toDraft(a), toDraft(b)];
  return settingNames.every((name) => first[name] === second[name]);
}

import * as v from 'valibot';

/** VS Code's `workspace`, as far as settings are read from it. */
interface Settings {
  getConfiguration(section: string): {
    inspect(key: string): { readonly globalValue?: unknown; readonly defaultValue?: unknown } | undefined;
  };
  onDidChangeConfiguration(listener: (event: { affectsConfiguration(id: string): boolean }) => void): {
    dispose(): void;
  };
}

let settings: Settings | undefined;

/** Takes what the settings are read from. Called once, before any is read; until then, none is set. */
export function loadSettings(from: Settings): void {
  settings = from;
}

/** The user's own value, or the default; a workspace can't control where requests go. */
export function userSetting(section: string, key: string): unknown {
  const found = settings?.getConfiguration(section).inspect(key);
  return found?.globalValue ?? found?.defaultValue;
}

/** Calls `listener` when one of these settings or sections changes, which may be VS Code's own. */
export function onDidChangeSettings(ids: readonly string[], listener: () => void): { dispose(): void } {
  const following = settings?.onDidChangeConfiguration((event) => {
    if (ids.some((id) => event.affectsConfiguration(id))) listener();
  });
  return { dispose: () => following?.dispose() };
}

export const ownSection = 'hostedModels';

/** One of the extension's settings. Only the user's own value counts, and no workspace's. */
export class Setting<T> {
  /** Its id without the extension's own part, e.g. "connections". */
  readonly key: string;
  readonly #schema: v.GenericSchema<unknown, T>;

  /** `schema` must accept any value: the manifest's marks what is wrong and says that the default is used. */
  constructor(key: string, schema: v.GenericSchema<unknown, T>) {
    this.key = key;
    this.#schema = schema;
  }

  get value(): T {
    return v.parse(this.#schema, userSetting(ownSection, this.key));
  }

  get id(): string {
    return `${ownSection}.${this.key}`;
  }

  onDidChange(listener: () => void): { dispose(): void } {
    return onDidChangeSettings([this.id], listener);
  }
}

/** How long a chat may stay silent before it counts as failed, in seconds. */
export const answerTimeout = new Setting(
  'chat.answerTimeout',
  v.fallback(v.pipe(v.number(), v.integer(), v.minValue(5), v.maxValue(3600)), 120),
);

/** While it is off, no chat is written to disk. */
export const keepHistory = new Setting('chat.keepHistory', v.fallback(v.boolean(), true));

/** How many requests of a run are under way at once. */
export const runConcurrency = new Setting(
  'run.concurrency',
  v.fallback(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(32)), 4),
);

/** The smallest difference between two models that matters to the user: typed in points, here from 0 to 1. */
export const minimumDifference = new Setting(
  'run.minimumDifference',
  v.fallback(
    v.pipe(
      v.number(),
      v.minValue(0),
      v.maxValue(100),
      v.transform((points) => points / 100),
    ),
    0,
  ),
);

/** What sends a message: Enter, or Enter with Ctrl or Cmd. */
export const sendWith = new Setting('chat.sendWith', v.fallback(v.picklist(['enter', 'modEnter']), 'enter'));

/** See `extraFields`. */
export const extraFieldsSetting = new Setting('vscodeChat.extraFields', v.unknown());

/** See `contextSize`. */
export const contextSizes = new Setting('vscodeChat.contextSizes', v.unknown());

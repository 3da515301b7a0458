import { english, type Wording } from '../../../base/texts.ts';
import { bashText } from '../../requestCode/shellQuotes.ts';

export interface BatchModel {
  name: string;
  /** Where its engine finds it: a folder, or a name at a hub; `undefined` if nobody told. */
  source: string | undefined;
  /** The base of a LoRA. */
  base: string | undefined;
  /** Its files of requests, whose names are plain. */
  files: readonly string[];
}

export interface BatchCommand {
  /** Where the files are. */
  folder: string;
  models: readonly BatchModel[];
  /** Ends with `/api/v1` or `/v1`. */
  apiUrl: string;
  /** Further headers for a gateway; their values are in the environment. */
  headerNames: readonly string[];
  /** Where our script for Ray is. */
  script: string;
  /** Where `prompt-set.mjs` is. */
  ownScript: string;
}

/** Thrown for a name that no quoting makes safe. */
export class RefusedName extends Error {
  readonly said: Wording;

  constructor(said: Wording) {
    super(english(...said));
    this.said = said;
  }
}

/** Returns lines that run a command for each file of these models, as `$name` without its ending. */
export function eachFile({ folder }: BatchCommand, models: readonly BatchModel[], run: string): string[] {
  const names = models.flatMap(({ files }) => files.map((file) => file.replace(/\.jsonl$/u, '')));
  return [`cd ${bashText(folder)} &&`, `for name in ${names.join(' ')}; do`, `  ${run}`, 'done'];
}

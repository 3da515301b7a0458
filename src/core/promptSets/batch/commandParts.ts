import { bashText, powershellText, type Shell } from '../../requestCode/shellQuotes.ts';
import { inEnglish, type Wording } from '../file/setProblem.ts';

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
  shell: Shell;
  /** Where the files are. */
  folder: string;
  models: readonly BatchModel[];
  /** Ends with `/api/v1` or `/v1`. */
  apiUrl: string;
  /** Further headers for a gateway; their values are in the environment. */
  headerNames: readonly string[];
  /** Where our script for Ray is. */
  script: string;
}

/** Thrown for a name that no quoting makes safe. */
export class RefusedName extends Error {
  readonly said: Wording;

  constructor(said: Wording) {
    super(inEnglish(said));
    this.said = said;
  }
}

/** Names without the ending, which the commands add. */
function stems(models: readonly BatchModel[]): string[] {
  return models.flatMap(({ files }) => files.map((file) => file.replace(/\.jsonl$/u, '')));
}

/** Returns lines that bash runs for each file of these models, as `$name` without its ending. */
export function inBash(
  { folder }: BatchCommand,
  models: readonly BatchModel[],
  lines: readonly string[],
): string[] {
  return [
    `cd ${bashText(folder)} &&`,
    `for name in ${stems(models).join(' ')}; do`,
    ...lines.map((line) => `  ${line}`),
    'done',
  ];
}

/** The same for PowerShell. */
export function inPowershell(
  { folder }: BatchCommand,
  models: readonly BatchModel[],
  lines: readonly string[],
): string[] {
  const names = stems(models).map(powershellText).join(', ');
  return [
    `Set-Location -LiteralPath ${powershellText(folder)}`,
    `foreach ($name in ${names}) {`,
    ...lines.map((line) => `  ${line}`),
    '}',
  ];
}

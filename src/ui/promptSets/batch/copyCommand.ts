import * as vscode from 'vscode';
import type { BatchEngine } from '../../../core/promptSets/batch/batchCommand.ts';
import type { Run, WrittenBatch } from '../../../core/promptSets/run/runRecord.ts';
import { keyVariable } from '../../../core/requestCode/codeText.ts';
import type { Shell } from '../../../core/requestCode/shellQuotes.ts';
import { sayBriefly } from '../../shared/messages.ts';
import { pickStep, type StepItem, separator } from '../../shared/pickStep.ts';
import { t } from '../../shared/text/t.ts';
import { type CommandParts, commandText } from './commandText.ts';

interface CommandItem extends StepItem {
  choice?: { engine: BatchEngine; shell: Shell };
}

/** *Copy Command…*: copies commands that have another engine answer a run's files, as the user chooses. */
export async function copyCommand(
  run: Pick<Run, 'models'>,
  written: WrittenBatch,
  parts: CommandParts,
): Promise<void> {
  const shells = [...itemsOf('bash', 'bash'), separator(''), ...itemsOf('powershell', 'PowerShell')];
  const placeholder = t('Who answers the requests?');
  const chosen = await pickStep<CommandItem>({ title: t('Copy Command'), placeholder }, shells);
  if (!chosen || chosen === 'back' || !chosen.choice) return;
  await vscode.env.clipboard.writeText(await commandText(chosen.choice, run, written, parts));
  sayBriefly(
    chosen.choice.engine === 'vllm'
      ? t('Copied.')
      : t('Copied. The command reads the API key from the environment variable {0}.', keyVariable),
  );
}

function itemsOf(shell: Shell, name: string): CommandItem[] {
  const engines: { engine: BatchEngine; label: string; description: string }[] = [
    { engine: 'vllm', label: 'vLLM run-batch', description: t('with the models themselves') },
    { engine: 'api', label: 'cURL', description: t('to a server with files and batches') },
    { engine: 'ray', label: 'Ray', description: t('asks a server from many nodes') },
  ];
  return engines.map(({ engine, label, description }) => ({
    label: t('{0} ({1})', label, name),
    description,
    choice: { engine, shell },
  }));
}

import * as vscode from 'vscode';
import type { BatchEngine } from '../../../core/promptSets/batch/batchCommand.ts';
import type { Run, WrittenBatch } from '../../../core/promptSets/run/runRecord.ts';
import { keyVariable } from '../../../core/requestCode/codeText.ts';
import { sayBriefly } from '../../shared/messages.ts';
import { pickStep, type StepItem } from '../../shared/pickStep.ts';
import { t } from '../../shared/text/t.ts';
import { type CommandServices, commandText } from './commandText.ts';

interface CommandItem extends StepItem {
  engine: BatchEngine;
}

/** *Copy Command…*: copies commands that have another engine answer a run's files, as the user chooses. */
export async function copyCommand(
  run: Pick<Run, 'models'>,
  written: WrittenBatch,
  services: CommandServices,
): Promise<void> {
  const items: CommandItem[] = [
    { engine: 'vllm', label: 'vLLM run-batch', description: t('with the models themselves, in bash') },
    { engine: 'ray', label: 'Ray', description: t('asks a server from many nodes, from bash') },
    { engine: 'openai', label: 'OpenAI Batch API', description: t('one line for any shell, with Node') },
  ];
  const placeholder = t('Who answers the requests?');
  const chosen = await pickStep<CommandItem>({ title: t('Copy Command'), placeholder }, items);
  if (!chosen || chosen === 'back') return;
  await vscode.env.clipboard.writeText(await commandText(chosen.engine, run, written, services));
  sayBriefly(
    chosen.engine === 'vllm'
      ? t('Copied.')
      : t('Copied. The command reads the API key from the environment variable {0}.', keyVariable),
  );
}

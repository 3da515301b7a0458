import * as vscode from 'vscode';
import { baseAgainJob, baseAgainRequests, missingRequests } from '../../../core/promptSets/ask/askJob.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import { comparedModels } from '../../../core/promptSets/run/runRecord.ts';
import type { runToHost } from '../../../protocol/run.ts';
import { withoutIcons } from '../../shared/messages.ts';
import { ownRow } from '../../shared/ownRows.ts';
import type { Handlers } from '../../shared/pageMessages.ts';
import { plural, t } from '../../shared/text/t.ts';
import type { BatchCommands } from '../batch/batchCommands.ts';
import type { RunPageServices } from '../runServices.ts';
import { maySend } from '../view/maySend.ts';
import type { RunCommands } from '../view/runCommands.ts';
import { copyRequest, openAnswerDiff, openAsChat } from './openedRow.ts';
import type { RatingMode } from './ratingMode.ts';
import { refusedKey } from './runState.ts';

type All = Handlers<typeof runToHost>;

interface Page {
  file: RunFile;
  /** The models, as they are shown. */
  names: () => readonly string[];
  rating: RatingMode;
}

/** What each message from a run's page does. What the Runs view has, too, are commands. */
export function runHandlers(
  { file, names, rating }: Page,
  showing: Pick<
    All,
    'ready' | 'list' | 'rows' | 'detail' | 'howComputed' | 'removeComparison' | 'diffSystemPrompt'
  >,
  services: RunPageServices,
): All {
  const { runs } = services;
  const command = (name: keyof RunCommands | keyof BatchCommands) => () =>
    vscode.commands.executeCommand(`hostedModels.${name}`, { runId: file.run.id });
  return {
    ...showing,
    ...rating.handlers,
    rateBlind: async () => {
      const model = await chooseRated(file, names());
      if (model !== undefined) await rating.begin(model);
    },
    stop: () => runs.stop(file.run.id),
    // How it ends is told by `onDidEnd`.
    runMissing: async () => {
      if (await maySend(file, missingRequests(file), true, services)) void runs.ask(file);
    },
    setApiKey: () => vscode.commands.executeCommand('hostedModels.setApiKey', refusedKey(file)),
    runBaseAgain: async () => {
      if (await maySend(file, baseAgainRequests(file), false, services)) void runs.ask(file, baseAgainJob);
    },
    runAgain: command('runAgain'),
    compareRuns: command('compareRuns'),
    exportRun: command('exportRun'),
    judgeRun: command('judgeRun'),
    copyBatchCommand: command('copyBatchCommand'),
    importResults: ({ uris }) =>
      vscode.commands.executeCommand('hostedModels.importResults', ownRow({ runId: file.run.id, uris })),
    openAsChat: ({ prompt }) => openAsChat(file, prompt, services),
    openDiff: (answer) => openAnswerDiff(file, names(), answer, services),
    copyRequest: (answer) => copyRequest(file, answer, services),
  };
}

/** Asks which model's answers to rate beside the base's, if there are several. `undefined`: the user canceled. */
async function chooseRated(file: RunFile, names: readonly string[]): Promise<number | undefined> {
  const models = comparedModels(file.run);
  if (models.length < 2) return models[0];
  const items = models.map((model) => ({
    model,
    label: withoutIcons(names[model] ?? ''),
    description: roundText(file, model),
  }));
  const title = t('Rate Blind: Which Model, Beside {0}?', withoutIcons(names[0] ?? ''));
  return (await vscode.window.showQuickPick(items, { title }))?.model;
}

function roundText({ index }: RunFile, model: number): string {
  const { open, finished } = index.ratings.of(model);
  const count = (choices: object) => Object.values(choices).filter((choice) => choice !== 'skipped').length;
  if (open) return t('in progress, {0} rated', count(open.choices));
  if (!finished) return '';
  return plural(count(finished.choices), 'finished, 1 rated', 'finished, {0} rated');
}

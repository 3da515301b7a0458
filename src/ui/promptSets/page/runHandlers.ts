import * as vscode from 'vscode';
import { baseAgainJob, baseAgainRequests, missingRequests } from '../../../core/promptSets/run/askJob.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import type { runToHost } from '../../../protocol/run.ts';
import { ownRow } from '../../shared/ownRows.ts';
import type { Handlers } from '../../shared/pageMessages.ts';
import { maySend } from '../view/maySend.ts';
import type { RunCommands } from '../view/runCommands.ts';
import { copyRequest, openAnswerDiff, openAsChat } from './openedRow.ts';
import type { RatingHandlers } from './ratingMode.ts';
import type { RunPageParts } from './runPageParts.ts';

type All = Handlers<typeof runToHost>;

interface Page {
  file: RunFile;
  /** The models, as they are shown. */
  names: () => readonly string[];
}

/** What each message from a run's page does. What the Runs view has, too, are commands. */
export function runHandlers(
  { file, names }: Page,
  showing: Pick<
    All,
    'ready' | 'list' | 'rows' | 'detail' | 'howComputed' | 'removeComparison' | 'diffSystemPrompt'
  > &
    RatingHandlers,
  parts: RunPageParts,
): All {
  const { runs } = parts;
  const command = (name: keyof RunCommands) => () =>
    vscode.commands.executeCommand(`hostedModels.${name}`, { runId: file.run.id });
  return {
    ...showing,
    stop: () => runs.stop(file.run.id),
    // How it ends is told by `onDidEnd`.
    runMissing: async () => {
      if (await maySend(file, missingRequests(file), true, parts)) void runs.ask(file);
    },
    runBaseAgain: async () => {
      if (await maySend(file, baseAgainRequests(file), true, parts)) void runs.ask(file, baseAgainJob);
    },
    compareRuns: command('compareRuns'),
    exportRun: command('exportRun'),
    judgeRun: command('judgeRun'),
    importResults: ({ uris }) =>
      vscode.commands.executeCommand('hostedModels.importResults', ownRow({ runId: file.run.id, uris })),
    openAsChat: ({ prompt }) => openAsChat(file, prompt, parts),
    openDiff: (answer) => openAnswerDiff(file, names(), answer, parts),
    copyRequest: (answer) => copyRequest(file, answer, parts),
  };
}

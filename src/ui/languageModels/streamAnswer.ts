import * as vscode from 'vscode';
import type { ChatRequest, StreamChat } from '../../api/types.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { LearnedFacts } from '../../core/languageModels/learnedFacts.ts';
import type { ReasoningStore } from '../../core/languageModels/reasoningStore.ts';
import { estimateRequest, hasImages } from '../../core/languageModels/tokenEstimate.ts';
import { t } from '../shared/text/t.ts';
import { OfferedAnswer } from './offeredAnswer.ts';
import { failed } from './requestError.ts';

interface Exchange {
  /** Id of the model, for what is learned about it. */
  id: string;
  request: ChatRequest;
  /** The model's active deployment. */
  deployment: string;
  /** True if an answer without the tools is useless. */
  needsTools: boolean;
  connection: Connection;
  client: { streamChat: StreamChat };
  report: (part: vscode.LanguageModelResponsePart) => void;
  abort: AbortController;
  memory: LearnedFacts;
  reasonings: ReasoningStore;
}

/** Sends a request and passes its answer on to VS Code. If aborted, it may throw anything; the signal has the reason. */
export async function streamAnswer({ id, request, connection, abort, ...exchange }: Exchange): Promise<void> {
  const { client, memory, reasonings, deployment } = exchange;
  const reports = new PartReports(exchange.report);
  const { report } = reports;
  const { model } = request;
  const answer = new OfferedAnswer({ id, request, report, reasonings });
  let sent: Pick<ChatRequest, 'messages' | 'tools'> = request;
  let note: vscode.LanguageModelResponsePart | undefined;
  const onDropped = (field: string) => {
    // Without this field, the model may answer in words, which a caller that requires a tool call takes for a broken model.
    if (field === 'tool_choice' && request.toolChoice === 'required')
      abort.abort(failed(refusedChoiceText(model, connection)));
    if (field !== 'tools') return;
    sent = { messages: request.messages };
    if (exchange.needsTools) abort.abort(failed(refusedText(model, connection)));
    else note = answersWithoutNote(model, connection);
  };
  try {
    const onReasoningField = () => memory.learnReasons(id);
    const startsInside = memory.startsInside(id, deployment);
    const options = { signal: abort.signal, onDropped, onReasoningField, startsInside };
    for await (const event of await client.streamChat(request, options)) {
      if (note) report(note);
      note = undefined;
      if (event.type === 'usage' && !hasImages(sent)) {
        memory.learnRatio(id, estimateRequest(sent), event.promptTokens);
      }
      if (event.type === 'reasoned') memory.learnStartsInside(id, deployment);
      if (event.type === 'unreasoned') memory.learnStartsInside(id, undefined);
      answer.take(event);
      if (reports.isAhead) await reports.keepUp();
    }
  } catch (error) {
    // Nobody reads the answer to a canceled request.
    if (!abort.signal.aborted) await reports.allRead();
    throw answer.errorAfter(error);
  }
}

// VS Code sends parts on in batches: once it has 31 of them, or 30 ms after the last (read in 1.110 and 1.139).
const maxParts = 31;
const batchMs = 30;
/** A shorter pause than VS Code's, since timers are coarse: counting a batch too many does no harm. */
const pauseMs = 25;
/** An answer that comes faster than it is read waits, so that little is left to read when it fails. */
const maxUnread = 2;

/**
 * Reports the parts of an answer to VS Code, and waits until its caller could read them: VS Code drops the batches that wait when
 * a request fails. It passes one batch on at a time, and the next once the caller's process has the one before. So does each round
 * trip to the window and back, on the same connection, and in order.
 */
class PartReports {
  readonly #report: (part: vscode.LanguageModelResponsePart) => void;
  /** The most batches that the caller may not have yet, the one that is being gathered included. */
  #unread = 0;
  #partsLeft = 0;
  #lastAt = 0;

  constructor(report: (part: vscode.LanguageModelResponsePart) => void) {
    this.#report = report;
  }

  readonly report = (part: vscode.LanguageModelResponsePart): void => {
    const now = performance.now();
    if (this.#partsLeft === 0 || now - this.#lastAt > pauseMs) {
      this.#partsLeft = maxParts;
      this.#unread += 1;
    }
    this.#partsLeft -= 1;
    this.#lastAt = now;
    this.#report(part);
  };

  /** True if the caller is far behind: call `keepUp` before more is reported. */
  get isAhead(): boolean {
    return this.#unread > maxUnread;
  }

  async keepUp(): Promise<void> {
    while (this.isAhead) await this.#passOne();
  }

  /** Resolves once the caller has all that was reported. */
  async allRead(): Promise<void> {
    if (this.#unread === 0) return;
    // Runs after VS Code's own timer, which was set before.
    await new Promise((resolve) => setTimeout(resolve, batchMs + 1));
    while (this.#unread > 0) await this.#passOne();
  }

  async #passOne(): Promise<void> {
    // A command of VS Code's window that does nothing.
    await vscode.commands.executeCommand('noop');
    this.#unread -= 1;
  }
}

function refusedText(model: string, connection: Connection): string {
  return t(
    '{0} refused tools for {1}. Choose a model that can call tools, or ask without them. If the service takes them now, reload the window.',
    cleanText(connection.name, 60),
    cleanText(model),
  );
}

function refusedChoiceText(model: string, connection: Connection): string {
  return t(
    '{0} can\'t be made to call a tool by {1}, which refused "tool_choice". Choose another model, or ask without requiring a tool. If the service takes it now, reload the window.',
    cleanText(model),
    cleanText(connection.name, 60),
  );
}

/** Returns a note to put before the answer: without it, the agent would seem to ignore its tools. */
function answersWithoutNote(model: string, connection: Connection): vscode.LanguageModelTextPart {
  const text = t(
    '{0} refused tools for {1}, so the model answers without them.',
    cleanText(connection.name, 60),
    cleanText(model),
  );
  return new vscode.LanguageModelTextPart(`_${text}_\n\n`);
}

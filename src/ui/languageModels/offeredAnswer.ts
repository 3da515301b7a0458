import * as vscode from 'vscode';
import { ServiceError } from '../../api/serviceError.ts';
import type { ChatEvent, ChatRequest } from '../../api/types.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { ReasoningStore } from '../../core/languageModels/reasoningStore.ts';
import { newCallId, readArguments, readUnclosedArguments } from '../../core/languageModels/toolJson.ts';
import { t } from '../shared/text/t.ts';
import { thinkingPart } from './readMessages.ts';
import { failed } from './requestError.ts';

interface AnswerParts {
  /** Id of the model. */
  id: string;
  request: ChatRequest;
  report: (part: vscode.LanguageModelResponsePart) => void;
  reasonings: ReasoningStore;
}

type ToolCall = Extract<ChatEvent, { type: 'toolCall' }>;

/** Reasons for an answer's end that say that the model had written all of it. */
const wholeEnds = new Set(['stop', 'tool_calls', 'function_call']);

/** Passes an answer's events on to VS Code as they come, and adds a sentence if VS Code would show nothing. */
export class OfferedAnswer {
  readonly #parts: AnswerParts;
  readonly #came = { hasText: false, hasReasoning: false, hasToolCalls: false };
  /** Of the tool calls in the conversation and in this answer. */
  readonly #usedIds: Set<string>;
  #reasoning = '';
  /** Calls whose arguments can't be read. Only the end of the answer says why. */
  readonly #brokenCalls: ToolCall[] = [];

  constructor(parts: AnswerParts) {
    this.#parts = parts;
    const { messages } = parts.request;
    this.#usedIds = new Set(messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id)));
  }

  /**
   * Passes an event on. At the end of an answer that was cut off, or that has a tool call that can't be read, throws an error with
   * words for the user.
   */
  take(event: ChatEvent): void {
    switch (event.type) {
      case 'text':
        this.#came.hasText ||= event.text.trim() !== '';
        this.#report(new vscode.LanguageModelTextPart(event.text));
        break;
      case 'reasoning':
        this.#came.hasReasoning = true;
        this.#reasoning += event.text;
        this.#report(thinkingPart(event.text));
        break;
      case 'reasoned':
        // What is shown can't be taken back: the model's next answer is read with this in mind.
        break;
      case 'unreasoned':
        this.take({ type: 'text', text: this.#reasoning });
        this.#reasoning = '';
        break;
      case 'toolCall':
        this.#takeCall(event, readArguments(event.arguments));
        break;
      case 'usage':
        this.#report(usagePart(event));
        break;
      case 'finish':
        this.#finish(event.reason, event.complete);
    }
  }

  /** Returns what to throw for a failure: once an answer has begun, a lost connection has cut it off. */
  errorAfter(error: unknown): unknown {
    const { hasText, hasReasoning, hasToolCalls } = this.#came;
    const hasBegun = hasText || hasReasoning || hasToolCalls;
    return hasBegun && error instanceof ServiceError && error.kind === 'network' ? cutOff() : error;
  }

  #takeCall(call: ToolCall, input: object | undefined): void {
    if (!input) return void this.#brokenCalls.push(call);
    const { id, name } = call;
    // Some services number the calls of each answer anew. But VS Code tells a conversation's calls apart by their ids, and we use
    // them to find the reasoning in all conversations.
    const isReasoned = this.#reasoning !== '';
    const callId = isReasoned || id === '' || this.#usedIds.has(id) ? newCallId() : id;
    this.#usedIds.add(callId);
    this.#came.hasToolCalls = true;
    if (isReasoned) this.#parts.reasonings.keep(this.#parts.id, callId, this.#reasoning);
    this.#report(new vscode.LanguageModelToolCallPart(callId, name, input));
  }

  #finish(reason: string | undefined, isComplete: boolean): void {
    if (!isComplete) throw cutOff();
    for (const call of this.#brokenCalls) {
      const input = wholeEnds.has(reason ?? '') ? readUnclosedArguments(call.arguments) : undefined;
      if (!input) throw failed(this.#brokenText(call.name, reason));
      this.#takeCall(call, input);
    }
    const { hasText, hasToolCalls } = this.#came;
    if (!hasText && !hasToolCalls) this.#report(new vscode.LanguageModelTextPart(this.#whyNothing(reason)));
  }

  /** VS Code shows "no response" for an answer without text or tool calls, so it ends with a sentence that says why. */
  #whyNothing(reason: string | undefined): string {
    const { hasReasoning } = this.#came;
    if (reason === 'content_filter') return t("Stopped by the service's content filter.");
    if (reason !== 'length')
      return hasReasoning
        ? t('The model reasoned, but gave no answer.')
        : t('The model gave an empty answer.');
    return hasReasoning
      ? t('Stopped at the token limit while reasoning.')
      : t('Stopped at the token limit before any text.');
  }

  #brokenText(tool: string, reason: string | undefined): string {
    return reason === 'length'
      ? t('Stopped at the token limit in the middle of a tool call.')
      : t(
          '{0} called the tool {1} with arguments that are not JSON. Try again, or use another model.',
          cleanText(this.#parts.request.model),
          cleanText(tool),
        );
  }

  #report(part: vscode.LanguageModelResponsePart | undefined): void {
    if (part) this.#parts.report(part);
  }
}

function cutOff(): vscode.LanguageModelError {
  return failed(t('Cut off: the connection closed before the answer was complete. Try again.'));
}

/** Returns the usage in the form that VS Code's chat expects (read in the bundle of 1.139). */
function usagePart(usage: Extract<ChatEvent, { type: 'usage' }>): vscode.LanguageModelDataPart {
  const { promptTokens, completionTokens, totalTokens } = usage;
  return vscode.LanguageModelDataPart.json(
    { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: totalTokens },
    'usage',
  );
}

import type * as vscode from 'vscode';
import type { ChatRequest, StreamChat } from '../../api/types.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { ModelMemory } from '../../core/languageModels/modelMemory.ts';
import type { ReasoningStore } from '../../core/languageModels/reasoningStore.ts';
import { estimateRequest, hasImages } from '../../core/languageModels/tokenEstimate.ts';
import { OfferedAnswer } from './offeredAnswer.ts';
import { callsIn } from './offeredRequest.ts';
import { PartReports } from './partReports.ts';
import { answersWithoutNote, refusedChoiceText, refusedText } from './refusedTools.ts';
import { failed } from './requestError.ts';

interface Exchange {
  /** Id of the model, for what is learned about it. */
  id: string;
  request: ChatRequest;
  /** True if an answer without the tools is useless. */
  needsTools: boolean;
  connection: Connection;
  client: { streamChat: StreamChat };
  report: (part: vscode.LanguageModelResponsePart) => void;
  abort: AbortController;
  memory: ModelMemory;
  reasonings: ReasoningStore;
}

/** Sends a request and passes its answer on to VS Code. If aborted, it may throw anything; the signal has the reason. */
export async function streamAnswer({ id, request, connection, abort, ...exchange }: Exchange): Promise<void> {
  const { client, memory, reasonings } = exchange;
  const reports = new PartReports(exchange.report);
  const { report } = reports;
  const { model } = request;
  const earlierCalls = callsIn(request);
  const answer = new OfferedAnswer({ id, name: model, report, earlierCalls, reasonings });
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
    const options = { signal: abort.signal, onDropped, onReasoningField };
    for await (const event of await client.streamChat(request, options)) {
      if (note) report(note);
      note = undefined;
      if (event.type === 'usage' && !hasImages(sent)) {
        memory.learnRatio(id, estimateRequest(sent), event.promptTokens);
      }
      answer.take(event);
      if (reports.isAhead) await reports.keepUp();
    }
  } catch (error) {
    // Nobody reads the answer to a canceled request.
    if (!abort.signal.aborted) await reports.allRead();
    throw answer.errorAfter(error);
  }
}

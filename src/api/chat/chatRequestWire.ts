import { defined } from '../../base/defined.ts';
import type { ChatMessage, ChatRequest, ContentPart, ToolCall } from '../types.ts';

/** Returns the JSON that a chat sends for a request if the service refuses these fields; unset ones are left out. */
export function chatBody(request: ChatRequest, refused: Iterable<string> = []): Record<string, unknown> {
  const json: Record<string, unknown> = { ...request.extra, ...defined(ownFields(request)) };
  for (const field of refused) {
    delete json[field];
    // Without tools there is nothing to choose from, and without a stream no options of it.
    if (field === 'tools') delete json.tool_choice;
    if (field === 'stream') delete json.stream_options;
  }
  for (const field in json) if (json[field] === undefined) delete json[field];
  return json;
}

function ownFields(request: ChatRequest): Record<string, unknown> {
  const tools = request.tools?.map((tool) => ({ type: 'function', function: tool }));
  return {
    model: request.model,
    messages: request.messages.map(writeMessage),
    stream: true,
    stream_options: { include_usage: true },
    temperature: request.temperature,
    top_p: request.topP,
    max_tokens: request.maxTokens,
    // Empty lists mean the same as none, but some services refuse them.
    stop: request.stop?.length ? request.stop : undefined,
    seed: request.seed,
    presence_penalty: request.presencePenalty,
    frequency_penalty: request.frequencyPenalty,
    tools: tools?.length ? tools : undefined,
    tool_choice: request.toolChoice,
  };
}

/** Returns a message as OpenAI's files and requests have it. */
export function writeMessage(message: ChatMessage): Record<string, unknown> {
  const { role, content, reasoning, toolCalls, toolCallId, name } = message;
  const parts = typeof content === 'string' ? content : content.map(writePart);
  return {
    role,
    ...(name === undefined ? {} : { name }),
    content: toolCalls && parts.length === 0 && typeof parts !== 'string' ? null : parts,
    ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    ...(toolCalls?.length ? { tool_calls: toolCalls.map(writeToolCall) } : {}),
    ...(toolCallId === undefined ? {} : { tool_call_id: toolCallId }),
  };
}

function writePart(part: ContentPart): Record<string, unknown> {
  return part.type === 'text'
    ? { type: 'text', text: part.text }
    : { type: 'image_url', image_url: { url: part.url } };
}

function writeToolCall(call: ToolCall): Record<string, unknown> {
  return { id: call.id, type: 'function', function: { name: call.name, arguments: call.arguments } };
}

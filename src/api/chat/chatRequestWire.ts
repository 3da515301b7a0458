import type { ChatMessage, ChatRequest, ContentPart, ToolCall } from '../types.ts';

export interface ChatBody {
  json: Record<string, unknown>;
  /** The optional fields that it has, including those of `extra`. */
  fields: string[];
}

/** Returns the wire form of a request, without unset fields and without those in `refused`. */
export function buildChatBody(request: ChatRequest, refused: ReadonlySet<string> = new Set()): ChatBody {
  const own = ownFields(request);
  const { extra = {} } = request;
  const json: Record<string, unknown> = { ...extra, ...own };
  for (const field of refused) delete json[field];
  // Without tools there is nothing to choose from, and without a stream no options of it.
  if (refused.has('tools')) delete json.tool_choice;
  if (refused.has('stream')) delete json.stream_options;
  for (const [field, value] of Object.entries(json)) if (value === undefined) delete json[field];
  const fields = Object.keys(json).filter((field) => !required.has(field));
  return { json, fields };
}

/** Returns the JSON that `ServiceClient.streamChat` sends for a request if the service refuses these fields. */
export function chatBody(request: ChatRequest, refused: readonly string[] = []): Record<string, unknown> {
  return buildChatBody(request, new Set(refused)).json;
}

const required = new Set(['model', 'messages']);

function ownFields(request: ChatRequest): Record<string, unknown> {
  const own: Record<string, unknown> = {
    model: request.model,
    messages: request.messages.map(writeMessage),
    stream: true,
    stream_options: { include_usage: true },
  };
  const tools = request.tools?.map((tool) => ({ type: 'function', function: tool }));
  const optional: Record<string, unknown> = {
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
  for (const [field, value] of Object.entries(optional)) if (value !== undefined) own[field] = value;
  return own;
}

function writeMessage({
  role,
  content,
  reasoning,
  toolCalls,
  toolCallId,
}: ChatMessage): Record<string, unknown> {
  return {
    role,
    content: typeof content === 'string' ? content : content.map(writePart),
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

import type { ChatMessage, ToolCall } from '../../../api/types.ts';
import { defined } from '../../../base/defined.ts';
import { isObject, parsedJson } from '../../../base/json.ts';
import { callsIn } from '../check/callsInText.ts';
import type { Asked } from '../prompt.ts';
import { leftOut, saysHowMany } from './setProblem.ts';
import { type Fields, field, isText } from './setRow.ts';

/** Where tools stand in a row or a request. `functions` and `function_call` were OpenAI's first names. */
export const toolKeys = ['tools', 'functions', 'tool_choice', 'function_call', 'parallel_tool_calls'];

/** Reads the tools of a row or a request, which may be JSON within its text. A bare function becomes a tool. */
export function readTools(row: Fields): Pick<Asked, 'offered'> {
  const key = ['tools', 'functions'].find((name) => field(row, name) !== undefined) ?? '';
  const given = field(row, key);
  const tools = isText(given) ? (parsedJson(given) ?? given) : given === '' ? undefined : given;
  if (tools === undefined || (Array.isArray(tools) && tools.length === 0)) return {};
  if (!Array.isArray(tools) || !tools.every(isObject))
    throw leftOut(saysHowMany('Left out: “{0}” must be a list of tools ({1}).', key));
  const choice = field(row, 'tool_choice') ?? choiceOf(field(row, 'function_call'));
  const others = { tool_choice: choice, parallel_tool_calls: field(row, 'parallel_tool_calls') };
  return { offered: { tools: tools.map(toolOf), ...defined(others) } };
}

function toolOf(tool: Fields): Fields {
  if (field(tool, 'function') !== undefined || !isText(field(tool, 'name'))) return tool;
  const { type, ...bare } = tool;
  return type === undefined || type === 'function' ? { type: 'function', function: bare } : tool;
}

function choiceOf(given: unknown): unknown {
  return isObject(given) ? { type: 'function', function: given } : given;
}

/** Turns of ShareGPT that are nothing but calls. */
const callRoles: readonly unknown[] = ['function_call', 'function-call', 'tool_call'];

/** Reads the calls of an assistant's turn; `undefined` if it makes none. */
export function readToolCalls(turn: Fields): ToolCall[] | undefined {
  const [list, first, content] = ['tool_calls', 'function_call', 'content'].map((key) => field(turn, key));
  const given: unknown[] = Array.isArray(list) ? list : first === undefined ? [] : [first];
  const said = callRoles.includes(field(turn, 'role')) && typeof content === 'string' ? callsIn(content) : [];
  const calls = [...given.map(readCall), ...said.map((call) => ({ id: '', ...call }))];
  return calls.length > 0 ? calls : undefined;
}

function readCall(value: unknown): ToolCall {
  const call = isObject(value) ? value : {};
  const inner = field(call, 'function');
  const { id, name, arguments: args } = { ...call, ...(isObject(inner) && inner) };
  if (!isText(name)) throw leftOut(saysHowMany('Left out: a tool call has no name ({0}).'));
  return {
    id: isText(id) ? id : '',
    name,
    arguments: typeof args === 'string' ? args : JSON.stringify(args ?? {}),
  };
}

/** Gives calls that have no id one of their own, and results in their order the ids of the calls before them. */
export function withCallIds(messages: readonly ChatMessage[]): ChatMessage[] {
  let made = 0;
  let open: string[] = [];
  return messages.map((message) => {
    const { role, toolCalls, toolCallId } = message;
    if (toolCalls) {
      const calls = toolCalls.map((call) => (call.id === '' ? { ...call, id: `call_${made++}` } : call));
      open = calls.map(({ id }) => id);
      return { ...message, toolCalls: calls };
    }
    if (role !== 'tool') return message;
    const id = toolCallId ?? open[0];
    open = open.filter((one) => one !== id);
    return id === undefined ? message : { ...message, toolCallId: id };
  });
}

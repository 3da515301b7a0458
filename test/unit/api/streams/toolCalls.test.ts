import { data, delta, doneEvent } from '../harness.ts';
import { streamCases } from './streamCase.ts';

/** A part of a call: its arguments, and what else it names. */
const part = (args?: unknown, { name, ...fields }: { id?: string; index?: number; name?: string } = {}) => ({
  ...fields,
  function: { ...(name && { name }), ...(args !== undefined && { arguments: args }) },
});
const calls = (...parts: unknown[]): string => delta({ tool_calls: parts });
const a = { index: 0, id: 'a', name: 'f' };
const b = { index: 1, id: 'b', name: 'g' };
const more = (args: string, index = 0): string => calls(part(args, { index }));
const end = delta({}, 'tool_calls');
const called = (...all: string[]): string =>
  [...all.map((one) => `tool ${one}`), 'complete (tool_calls)'].join(', ');
const once = called('a f({})');

// AI SDK: openai-compatible-chat-language-model.test.ts; openai-node: the tests of its ChatCompletionStream.
streamCases('Tool calls', {
  'are assembled from their parts': [
    called('a f({"x":1})'),
    calls({ ...part('', a), type: 'function' }),
    ...['{"', 'x', '":', '1}'].map((text) => more(text)),
    end,
  ],
  'may begin their arguments in the part with the name': [
    called('a f({"x":1})'),
    ...[calls(part('{"', a)), more('x":1}'), end],
  ],
  'may come in one part': [called('a f({"x":1})'), calls(part('{"x":1}', a)), end],
  'may have no arguments': [called('a f()'), calls(part('', a)), end],
  'may get their name late': [
    once,
    calls(part('{}', { index: 0, id: 'a' })),
    calls(part(undefined, { index: 0, name: 'f' })),
    end,
  ],
  'may repeat their name in every part': [once, calls(part('{', a)), calls(part('}', a)), end],
  'may have indexes from 1': [
    `"Reading", ${once}`,
    delta({ content: 'Reading' }),
    ...[calls(part('', { ...a, index: 1 })), more('{}', 1), end],
  ],
  'are not doubled by an empty part after they are complete': [
    'tool a f({}), 1+2=3 tokens, complete (tool_calls)',
    ...[calls(part(undefined, a)), more('{}')],
    delta({ tool_calls: [part('', { index: 0 })] }, 'tool_calls'),
    data({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } }),
  ],
  'are complete even if a part comes after the finish': [
    once,
    calls(part('{', a)),
    end,
    more('}'),
    doneEvent,
  ],
  'may come side by side': [
    called('a f([1])', 'b g([2])'),
    ...[calls(part('', a), part('', b)), more('[2]', 1), more('[1]'), end],
  ],
  'may come in another order than their indexes': [
    called('b g({})', 'a f({})'),
    ...[calls(part('{}', b)), calls(part('{}', a)), end],
  ],
  'with the same index and different ids are two': [
    called('a f({})', 'b g({})'),
    ...[calls(part('{}', a), part('{}', { ...b, index: 0 })), end],
  ],
  'without an index continue the last one, or begin another with a new id': [
    called('a f([])', 'b g({})'),
    calls(part('[', { id: 'a', name: 'f' }), part(']'), part('{}', { id: 'b', name: 'g' })),
    end,
  ],
  'without ids are two if a name comes after whole arguments, in one event or two': [
    called('call_0 f({"x":1})', 'call_1 g({"y":2})', 'call_2 h({})'),
    calls(part('{"x":1}', { index: 0, name: 'f' }), part('{"y":2}', { index: 0, name: 'g' })),
    ...[calls(part('{}', { index: 0, name: 'h' })), end],
  ],
  'without ids or indexes are two as well': [
    called('call_0 f({})', 'call_1 g([])'),
    ...[calls(part('{}', { name: 'f' }), part('[]', { name: 'g' })), end],
  ],
  'without ids are one if the name comes again before the arguments are whole': [
    called('call_0 f({"x":1})'),
    ...[calls(part('{"x"', { index: 0, name: 'f' })), calls(part(':1}', { index: 0, name: 'f' })), end],
  ],
  'may have numbers as ids, and texts as indexes': [
    called('7 f({})', '8 g({})'),
    calls({ ...part('{}', { name: 'f' }), id: 7, index: '0' }),
    calls({ ...part('{', { name: 'g' }), id: 8, index: '1' }, { ...part('}'), index: '1' }),
    end,
  ],
  'without an id get one': [called('call_0 f({})'), calls(part('{}', { index: 0, name: 'f' })), end],
  'may have an object as their arguments': [called('a f({"x":1})'), calls(part({ x: 1 }, a)), end],
  'that are invalid or have no name are left out': [
    called(),
    calls(null, 7, {}, part('{}', { index: 3, id: 'x' })),
    end,
  ],
  'of an answer that is cut off are given out if their arguments are complete': [
    'tool a f({}), cut short',
    calls(part('{}', a), part('{"x"', b)),
  ],
  'inherit no function from a __proto__ in the JSON': [
    called(),
    'data: {"choices":[{"delta":{"tool_calls":[{"index":0,"__proto__":{"id":"a","function":{"name":"f","arguments":"{}"}}}]}}]}\n\n',
    end,
  ],
});

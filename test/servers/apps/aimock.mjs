// A mock of OpenAI's server.
import { LLMock } from '@copilotkit/aimock';

const mock = new LLMock({ port: Number(process.argv[2]), host: '127.0.0.1' });
const inPieces = { chunkSize: 4, latency: 10 };
const call = { id: 'call_aimock', name: 'read_file', arguments: '{"path":"a.txt"}' };

mock.on(
  { userMessage: 'Who are you', systemMessage: 'You are a pirate.' },
  { content: 'A pirate from aimock' },
);
mock.on({ toolCallId: call.id, toolResultContains: 'forty-two' }, { content: 'It says forty-two.' });
mock.on({ userMessage: 'Read a.txt', toolName: call.name }, { toolCalls: [call] }, inPieces);
mock.onMessage('Say and call', { content: 'I look.', toolCalls: [call] }, inPieces);
mock.onMessage(
  'Count what it costs',
  { content: 'Done.', usage: { prompt_tokens: 123, completion_tokens: 45 } },
  inPieces,
);
mock.onMessage('Think', { content: 'Yes.', reasoning: 'Let me see.' }, inPieces);
mock.onMessage('Nothing', { content: '' });
mock.onMessage('Break off', { content: 'This never ends well.' }, { ...inPieces, truncateAfterChunks: 4 });
mock.onMessage('Fail', {
  error: { message: 'The engine is on fire.', type: 'server_error', code: 'on_fire' },
  status: 400,
});
mock.onMessage('Hello', { content: 'Hello from aimock' }, inPieces);
await mock.start();

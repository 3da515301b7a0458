// A mock of OpenAI's server.
import { LLMock } from '@copilotkit/aimock';

const mock = new LLMock({ port: Number(process.argv[2]), host: '127.0.0.1' });
mock.onMessage('Hello', { content: 'Hello from aimock' });
await mock.start();

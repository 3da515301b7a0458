// Fastify with Ajv: a chat endpoint that knows only the specification's fields.
import Fastify from 'fastify';
import { reply } from './reply.mjs';

const body = {
  type: 'object',
  additionalProperties: false,
  required: ['model', 'messages'],
  properties: {
    model: { type: 'string' },
    messages: { type: 'array' },
    temperature: { type: 'number', maximum: 1 },
  },
};
const app = Fastify({ ajv: { customOptions: { removeAdditional: false } } });
app.post('/api/v1/chat/completions', { schema: { body } }, async () => reply);
await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) });

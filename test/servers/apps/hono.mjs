// hono with zod: the same as fastify.mjs, with zod's issues in the answer.
import { serve } from '@hono/node-server';
import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { z } from 'zod';
import { reply } from './reply.mjs';

const body = z.strictObject({
  model: z.string(),
  messages: z.array(z.any()),
  temperature: z.number().max(1).optional(),
});
const app = new Hono();
app.post('/api/v1/chat/completions', zValidator('json', body), (context) => context.json(reply));
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.argv[2]) });

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenHere } from '../../../../service/network/listening.ts';
import { failure, result } from './outputs.ts';

/** A server with files and batches as OpenAI's; a batch is done at the second look. Requests with "fail" in them fail. */
export async function startBatchApi() {
  const files = new Map<string, string>();
  const batches = new Map<string, { looks: number; input: string; output?: string; error?: string }>();
  const seen: { method: string; url: string; headers: IncomingMessage['headers'] }[] = [];
  const keep = (text: string) => {
    const id = `file-${randomUUID()}`;
    files.set(id, text);
    return id;
  };
  const run = (lines: readonly string[]) => {
    const rows = lines.map((line) => {
      const { custom_id, body } = JSON.parse(line);
      return line.includes('fail') ? failure(custom_id) : result(custom_id, 'Yes.', { model: body.model });
    });
    const text = (status: (code: number) => boolean) =>
      rows
        .filter(({ response }) => status(response.status_code))
        .map((row) => `${JSON.stringify(row)}\n`)
        .join('');
    const [good, bad] = [text((code) => code < 400), text((code) => code >= 400)];
    return { output: keep(good), ...(bad !== '' && { error: keep(bad) }) };
  };
  const shown = (id: string) => {
    const batch = batches.get(id);
    if (!batch) return undefined;
    const isDone = batch.looks > 1;
    return {
      id,
      object: 'batch',
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
      created_at: 1,
      input_file_id: batch.input,
      status: isDone ? 'completed' : 'in_progress',
      output_file_id: isDone ? batch.output : null,
      error_file_id: isDone ? (batch.error ?? null) : null,
    };
  };
  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const { method = '', url = '', headers } = request;
    seen.push({ method, url, headers });
    const body = (await buffer(request)).toString();
    if (headers.authorization !== 'Bearer sample-key') return undefined;
    if (method === 'POST' && url === '/v1/files') {
      const [, text = ''] = /filename="[^"]+"[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/u.exec(body) ?? [];
      const file = { bytes: text.length, created_at: 1, filename: 'in.jsonl', status: 'processed' };
      return { id: keep(text), object: 'file', purpose: 'batch', ...file };
    }
    if (method === 'POST' && url === '/v1/batches') {
      const { input_file_id: input } = JSON.parse(body);
      const id = `batch_${randomUUID()}`;
      batches.set(id, { looks: 0, input, ...run((files.get(input) ?? '').trim().split('\n')) });
      return shown(id);
    }
    const [, batch, file] = /^\/v1\/(?:batches\/([\w-]+)|files\/([\w-]+)\/content)$/u.exec(url) ?? [];
    if (file) return files.get(file);
    const found = batches.get(batch ?? '');
    if (found) found.looks += 1;
    return shown(batch ?? '');
  };
  const server = createServer(async (request, response) => {
    const said = await answer(request);
    response.statusCode = said === undefined ? 404 : 200;
    response.end(
      typeof said === 'string' ? said : JSON.stringify(said ?? { error: { message: 'No.' } }, null, 2),
    );
  });
  const { url, close } = await listenHere(server);
  return { url: `${url}/v1`, seen, close };
}

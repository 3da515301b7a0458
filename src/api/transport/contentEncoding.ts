import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { TransportFailure } from '../errors/transportFailure.ts';

/**
 * Undoes a compression that we did not ask for: we send `accept-encoding: identity`, and some proxies compress all the
 * same. Chains of encodings are refused (CVE-2026-22036); the size is capped by whoever reads.
 */
export function decodeContent(body: Readable, headers: Headers): Readable {
  const encoding = (headers.get('content-encoding') ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return body;
  const decoder = createDecoder(encoding);
  if (decoder === undefined) {
    // Destroying it makes it emit an error, and the refusal is all that the caller has to hear.
    body.on('error', () => undefined).destroy();
    throw new TransportFailure(
      'sent',
      'CONTENT_ENCODING',
      'The answer is compressed in a way that is not supported',
    );
  }
  // The decoder carries the error to its reader; pipeline only needs a callback in order not to throw it.
  return pipeline(body, decoder, () => undefined);
}

function createDecoder(encoding: string): Transform | undefined {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'deflate') return createInflate();
  if (encoding === 'br') return createBrotliDecompress();
  return undefined;
}

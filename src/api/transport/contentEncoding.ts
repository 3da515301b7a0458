import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { TransportFailure } from '../errors/transportFailure.ts';

/**
 * Undoes compression that we did not ask for: we send `accept-encoding: identity`, but some proxies compress anyway.
 * Chains of encodings are refused (CVE-2026-22036); the reader caps the size.
 */
export function decodeContent(body: Readable, headers: Headers): Readable {
  const encoding = (headers.get('content-encoding') ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return body;
  const decoder = createDecoder(encoding);
  if (decoder === undefined) {
    // Destroying it emits an error, but the refusal is all that the caller needs to see.
    body.on('error', () => undefined).destroy();
    throw new TransportFailure(
      'sent',
      'CONTENT_ENCODING',
      'The answer is compressed in a way that is not supported',
    );
  }
  // The decoder passes errors to its reader; pipeline only needs a callback so that it doesn't throw.
  return pipeline(body, decoder, () => undefined);
}

function createDecoder(encoding: string): Transform | undefined {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'deflate') return createInflate();
  if (encoding === 'br') return createBrotliDecompress();
  return undefined;
}

// Prints what `probeTls` finds in a process with other system certificates (SSL_CERT_FILE): node tlsProbeChild.ts PORT
import { probeTls } from '../../../../src/api/index.ts';

if (import.meta.main) {
  const target = { host: '127.0.0.1', address: '127.0.0.1', port: Number(process.argv[2]) };
  const found = await probeTls(target, { signal: new AbortController().signal, timeoutMs: 10_000 });
  process.stdout.write(JSON.stringify(found));
}

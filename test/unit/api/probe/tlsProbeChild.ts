// Prints what `probeTls` finds at each port in a process with other system certificates (SSL_CERT_FILE): node tlsProbeChild.ts PORT…
import { probeTls } from '../../../../src/api/index.ts';

if (import.meta.main) {
  const options = { signal: new AbortController().signal, timeoutMs: 10_000 };
  const found = process.argv.slice(2).map((port) => {
    return probeTls({ host: '127.0.0.1', address: '127.0.0.1', port: Number(port) }, options);
  });
  process.stdout.write(JSON.stringify(await Promise.all(found)));
}

import { readArguments, type ServiceArguments, usage } from './arguments.ts';
import { type RunningService, startService } from './service.ts';

/** `npm run service`: see arguments.ts for the options. */
async function main(): Promise<void> {
  const given = readCommandLine();
  if (given === undefined) return;
  if (given.isHelp) {
    console.log(usage);
    return;
  }
  const service = await start(given);
  if (service === undefined) return;
  const [key = 'none'] = service.keys;
  // Double quotes, so that the example works in cmd.exe, PowerShell and POSIX shells alike.
  const path = given.service.openAi ? '/v1/models' : '/api/v1/lora';
  const example = `curl -H "Authorization: Bearer ${key}" ${service.url}${path}`;
  console.log(`Local reference service: ${service.url}  API key: ${key}  Try: ${example}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void service.close());
}

function readCommandLine(): ServiceArguments | undefined {
  try {
    return readArguments(process.argv.slice(2), process.env);
  } catch (error) {
    fail(`${error instanceof Error ? error.message : error}\n--help lists the options.`);
    return undefined;
  }
}

async function start({ service, isVerbose }: ServiceArguments): Promise<RunningService | undefined> {
  try {
    return await startService(isVerbose ? { ...service, log: (line) => console.log(line) } : service);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      fail(`Port ${service.port} is in use. Take another, or --port 0 for a free one.`);
    else if (code === 'EACCES') fail(`Port ${service.port} needs rights that this user does not have.`);
    else throw error;
    return undefined;
  }
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

await main();

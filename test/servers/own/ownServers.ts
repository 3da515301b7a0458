import { isLitellmInstalled, setUpLitellm, tryLitellm } from './litellm.ts';
import { isLlamaCppInstalled, setUpLlamaCpp, tryLlamaCpp } from './llamaCpp.ts';
import { isSglangInstalled, setUpSglang, trySglang } from './sglang.ts';
import { isVllmInstalled, setUpVllm, tryVllm } from './vllm.ts';

/** A server that people run themselves. It is installed outside the repository. */
interface Installable {
  name: string;
  isInstalled(): boolean;
  /** Installs what is missing. Resolves with the version. */
  setUp(): Promise<string>;
  /** Prints what each step found. */
  run(): Promise<void>;
}

const ownServers: readonly Installable[] = [
  { name: 'vllm', isInstalled: isVllmInstalled, setUp: setUpVllm, run: tryVllm },
  { name: 'sglang', isInstalled: isSglangInstalled, setUp: setUpSglang, run: trySglang },
  { name: 'llama-cpp', isInstalled: isLlamaCppInstalled, setUp: setUpLlamaCpp, run: tryLlamaCpp },
  { name: 'litellm', isInstalled: isLitellmInstalled, setUp: setUpLitellm, run: tryLitellm },
];

/** Tries the server with this name; with `--` before it, it is installed first. Resolves with false if it is none of them. */
export async function tryOwnServer(wanted: string): Promise<boolean> {
  const server = ownServers.find(({ name }) => wanted === name || wanted === `--${name}`);
  if (!server) return false;
  if (wanted === server.name && !server.isInstalled()) {
    console.log(`${server.name}: not installed`);
    return true;
  }
  console.log(`${server.name} ${await server.setUp()}`);
  await server.run();
  return true;
}

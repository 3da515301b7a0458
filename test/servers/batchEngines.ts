import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { runProgram } from '../workbench/program.ts';
import { home } from './rayCluster.ts';

const limitMs = 30 * 60_000;

async function run(command: string, ...args: string[]): Promise<string> {
  const { code, output } = await runProgram(command, args, { cwd: home, limitMs });
  if (code !== 0) throw new Error(output.slice(-1000));
  return output;
}

/** Has AIBrix's validator look at the files that we export. */
export async function tryAibrix(inputs: readonly string[]): Promise<string> {
  const place = path.join(home, 'aibrix');
  await mkdir(place, { recursive: true });
  const wheels = async () => (await readdir(place)).filter((name) => name.endsWith('.whl'));
  if ((await wheels()).length === 0)
    await run('python3', '-m', 'pip', 'download', '--no-deps', '-d', place, 'aibrix');
  const [wheel = ''] = await wheels();
  const validator = path.join(import.meta.dirname, 'apps', 'aibrixValidator.py');
  const said = await run('python3', validator, path.join(place, wheel), ...inputs);
  return `${/\d+\.\d+\.\d+/u.exec(wheel)?.[0]}: ${said.trim().replaceAll('\n', '; ')}`;
}

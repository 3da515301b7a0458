import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runProgram } from '../workbench/program.ts';
import { comparisons } from './statisticsCases.ts';

const python = process.env['PYTHON'] ?? 'python3';
const packages = ['scipy==1.17.1', 'statsmodels==0.15.0', 'evalstats==0.3.3'];
const limitMs = 10 * 60_000;
/** By how an oracle's name ends: what draws instead of counting comes close, and what is another method is only told. */
const mostApart = { '': 1e-9, ', at random': 0.02, ', within half a point': 0.005, ', another method': 1 };

const endings = [', at random', ', within half a point', ', another method'] as const;

/** What peerStatistics.py says, by comparison and oracle: each table's numbers. */
type Oracles = Record<string, Record<string, number[][]>>;

/** `npm run servers -- --statistics`: our statistics beside those of scipy, statsmodels and evalstats, on the same tables. */
export async function compareStatistics(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'servers-'));
  try {
    const oracles = await ask(folder);
    const rows = comparisons.flatMap(({ what, ours }) =>
      Object.entries(oracles[what] ?? {}).map(([oracle, theirs]) => {
        const apart = greatestDifference(ours, theirs);
        const most = mostApart[endings.find((ending) => oracle.endsWith(ending)) ?? ''];
        // Also if one of them is not a number.
        if (!(apart <= most)) process.exitCode = 1;
        return [
          what,
          String(ours.length),
          oracle,
          `${apart <= most ? '' : 'TOO FAR: '}${apart.toExponential(1)}`,
        ];
      }),
    );
    const table = [['what', 'tables', 'oracle', 'greatest difference'], ...rows];
    console.log(table.map((cells) => cells.join(' | ')).join('\n'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function ask(folder: string): Promise<Oracles> {
  const input = path.join(folder, 'input.json');
  const output = path.join(folder, 'output.json');
  const script = path.join(import.meta.dirname, 'apps', 'peerStatistics.py');
  const inputs = comparisons.map(({ what, inputs }) => [what, inputs] as const);
  await writeFile(input, JSON.stringify(Object.fromEntries(inputs)));
  const { code, output: said } = await runProgram(python, [script, input, output], {
    cwd: folder,
    limitMs,
  }).catch((error: unknown) => ({ code: 1, output: String(error) }));
  if (code !== 0) {
    const install = `${python} -m pip install ${packages.join(' ')}`;
    throw new Error(
      `This needs: ${install}\nPYTHON names another Python than python3.\n${said.slice(-2000)}`,
    );
  }
  console.log(said.trim());
  return JSON.parse(await readFile(output, 'utf8'));
}

/** Relative to what is larger than 1. */
function greatestDifference(ours: readonly number[][], theirs: readonly number[][]): number {
  const apart = ours.map((numbers, at) =>
    numbers.map((number, place) => {
      const other = theirs[at]?.[place] ?? Number.NaN;
      return Math.abs(number - other) / Math.max(1, Math.abs(other));
    }),
  );
  return Math.max(...apart.flat());
}

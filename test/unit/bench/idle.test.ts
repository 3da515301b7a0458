import assert from 'node:assert/strict';
import { once } from 'node:events';
import { buildFigures } from '../../bench/idle/idleCost.ts';
import {
  listProcesses,
  parseStat,
  type RunningProcess,
  withDescendants,
} from '../../bench/idle/processes.ts';
import { settle } from '../../bench/idle/settle.ts';
import { endChild, startChild } from '../../workbench/childProcess.ts';

const shares = (host: number, renderer: number, gpu: number) => ({
  'extension host': host,
  renderer,
  'GPU process': gpu,
});

describe('The idle measurement', () => {
  it('reads parent and CPU time of a process, whatever its program is called', () => {
    const line = '4242 (a) b (c) S 77 4242 4242 0 -1 4194560 9 0 0 0 150 25 3 4 20 0 11 0 500 1 2';
    assert.deepEqual(parseStat(line), { parent: 77, cpuMs: 1750 });
  });

  it('finds everything that a process has started, and nothing else', () => {
    const one = (pid: number, parent: number): RunningProcess => ({ pid, parent, command: '', cpuMs: 0 });
    const [root, child, grandchild, other] = [one(10, 1), one(20, 10), one(30, 20), one(40, 1)];
    assert.deepEqual(withDescendants([grandchild, other, child, root], [root]), [root, child, grandchild]);
  });

  it('compares with VS Code alone in the same round, so that what disturbs both is no miss', () => {
    const ours = [shares(3, 2, 1), shares(2, 1, 1), shares(4, 4, 1)];
    const theirs = [shares(1, 1, 1), shares(2, 1, 2), shares(3, 3, 1)];
    const figures = buildFigures('still', ours, theirs);
    assert.deepEqual(
      figures.map(({ name, value }) => [name, value]),
      [
        ['still: extension host', 3],
        ['still: extension host, without the extension', 2],
        ['still: renderer', 2],
        ['still: renderer, without the extension', 1],
        ['still: GPU process', 1],
        ['still: GPU process, without the extension', 1],
        ['still: all three', 6],
        ['still: all three, without the extension', 5],
        ['still: above VS Code alone', 2],
      ],
    );
  });

  it('waits until every workbench is calm, and says how busy they are if that never comes', async () => {
    const looks = [
      [90, 5],
      [5, 90],
      [5, 6],
      [1, 1],
    ];
    await settle(
      async () => looks.shift() ?? [],
      (share) => share < 10,
    );
    assert.deepEqual(looks, [[1, 1]]);
    await assert.rejects(
      settle(
        async () => [3, 57],
        (share) => share < 10,
      ),
      /they still take 3 % and 57 % of a core/,
    );
  });

  describe('on Linux', () => {
    before(function () {
      if (process.platform !== 'linux') this.skip();
    });

    it('sees a child of this process with its arguments and what it has used', async () => {
      const busy =
        'while (process.cpuUsage().user < 100_000); console.log("ready"); setInterval(() => undefined, 60_000)';
      const stdio = ['ignore', 'pipe', 'inherit'] as const;
      const child = startChild(process.execPath, ['-e', busy, '--', '--type=mark'], { stdio: [...stdio] });
      try {
        if (child.stdout) await once(child.stdout, 'data');
        const found = (await listProcesses()).find(({ pid }) => pid === child.pid);
        assert.equal(found?.parent, process.pid);
        assert.ok(found.command.endsWith(' --type=mark '));
        assert.ok(found.cpuMs >= 90, `${found.cpuMs} ms`);
      } finally {
        await endChild(child);
      }
    });
  });
});

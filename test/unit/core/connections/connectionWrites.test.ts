import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { ConnectionWrites, type EntrySetting } from '../../../../src/core/connections/connectionWrites.ts';
import { Emitter } from '../../../../src/core/emitter.ts';
import { OwnerLocks } from '../../../../src/core/files/locks/ownerLocks.ts';
import { RecordingLog } from '../fixtures.ts';

/** One settings file, and windows that see what others wrote only when they are notified. */
class SettingsFile {
  stored: readonly unknown[] = [];
  /** True if the windows are never notified. */
  isDeaf = false;
  readonly windows: WindowSetting[] = [];

  open(): WindowSetting {
    const window = new WindowSetting(this);
    this.windows.push(window);
    return window;
  }

  /** Notifies the windows, as VS Code's file watcher does some time later. */
  tellAll(): void {
    for (const window of this.windows) window.see(this.stored);
  }
}

class WindowSetting implements EntrySetting {
  readonly #file: SettingsFile;
  readonly #changes = new Emitter<void>();
  readonly onDidChange = this.#changes.event;
  #known: readonly unknown[];
  isBroken = false;

  constructor(file: SettingsFile) {
    this.#file = file;
    this.#known = file.stored;
  }

  read(): readonly unknown[] {
    return this.#known;
  }

  async write(entries: readonly unknown[]): Promise<void> {
    if (this.isBroken) throw new Error('The settings file has unsaved changes.');
    await new Promise(setImmediate);
    this.#file.stored = entries;
    this.see(entries);
    // The others are notified only after this window has gone on.
    if (!this.#file.isDeaf) setTimeout(() => this.#file.tellAll(), 20);
  }

  see(entries: readonly unknown[]): void {
    if (this.#known === entries) return;
    this.#known = entries;
    this.#changes.fire();
  }
}

describe('Changes of the connections', () => {
  let folder = '';
  const opened: ConnectionWrites[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hosted-models-'));
  });

  afterEach(async () => {
    for (const one of opened.splice(0)) one.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  function window(setting: EntrySetting, log = new RecordingLog()): ConnectionWrites {
    const writes = new ConnectionWrites(setting, folder, log, { lockMs: 5000, lookMs: 2, seenMs: 100 });
    opened.push(writes);
    return writes;
  }

  const adding = (entry: unknown) => (entries: readonly unknown[]) => [...entries, entry];

  it('by two windows at the same time are both kept', async () => {
    const file = new SettingsFile();
    const [first, second] = [window(file.open()), window(file.open())];
    await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? first : second).change(adding(n))));
    assert.deepEqual([...file.stored].sort(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.endsWith('.lock')),
      [],
    );
  });

  it('are based on what another window wrote even if this one is never notified', async () => {
    const file = new SettingsFile();
    file.isDeaf = true;
    const [first, second] = [window(file.open()), window(file.open())];
    await first.change(adding(1));
    await second.change(adding(2));
    await first.change(adding(3));
    assert.deepEqual(file.stored, [1, 2, 3]);
  });

  it('are based on what a person wrote by hand meanwhile', async () => {
    const file = new SettingsFile();
    const writes = window(file.open());
    await writes.change(adding('ours'));
    file.stored = ['by hand'];
    await new Promise((resolve) => setTimeout(resolve, 5));
    file.tellAll();
    await writes.change(adding('more'));
    assert.deepEqual(file.stored, ['by hand', 'more']);
  });

  it('restore nothing that was removed by hand, however the clock was set meanwhile', async () => {
    const hour = 3_600_000;
    const real = Date.now();
    // The clock at the removal by hand and at the next change, in hours after the first change.
    for (const [removed, changed] of [
      [-24, -23],
      [-1, -0.5],
      [-1, 0.5],
      [1, 2],
      [24, 1],
    ] as const) {
      const file = new SettingsFile();
      const writes = window(file.open());
      mock.timers.enable({ apis: ['Date'], now: real });
      try {
        await writes.change(adding('ours'));
        mock.timers.setTime(real + removed * hour);
        file.stored = ['by hand'];
        file.tellAll();
        mock.timers.setTime(real + changed * hour);
        await writes.change(adding('more'));
      } finally {
        mock.timers.reset();
      }
      assert.deepEqual(file.stored, ['by hand', 'more'], `${removed}, then ${changed}`);
    }
  });

  it('are based on the setting if the machine restarted since the last note', async () => {
    const file = new SettingsFile();
    const first = window(file.open());
    await first.change(adding('noted'));
    const note = JSON.parse(await readFile(join(folder, 'connections.json'), 'utf8')) as {
      startedAt: number;
    };
    const text = JSON.stringify({ ...note, startedAt: note.startedAt - 86_400_000 });
    file.stored = ['by hand'];
    const second = window(file.open());
    await writeFile(join(folder, 'connections.json'), text.replace(/"at":[\d.]+/u, `"at":${1e12}`));
    await second.change(adding('more'));
    assert.deepEqual(file.stored, ['by hand', 'more']);
  });

  it('are based on the setting if version 0.1 wrote the last note', async () => {
    const file = new SettingsFile();
    const at = Date.now() + 1000;
    await writeFile(join(folder, 'connections.json'), JSON.stringify({ at, entries: ['noted'] }));
    file.stored = ['by hand'];
    await window(file.open()).change(adding('more'));
    assert.deepEqual(file.stored, ['by hand', 'more']);
  });

  it('stop waiting for a window that never ends, even if the clock is set back meanwhile', async () => {
    const file = new SettingsFile();
    const other = new OwnerLocks(folder, new RecordingLog());
    const theirs = await other.take('connections');
    const writes = new ConnectionWrites(file.open(), folder, new RecordingLog(), {
      lockMs: 50,
      lookMs: 2,
      seenMs: 100,
    });
    opened.push(writes);
    const changed = writes.change(adding(1));
    mock.timers.enable({ apis: ['Date'], now: Date.now() - 31 * 86_400_000 });
    try {
      await changed;
    } finally {
      mock.timers.reset();
    }
    assert.deepEqual(file.stored, [1]);
    assert.equal(await theirs?.isHeld(), true);
    other.dispose();
  });

  it('that can’t be written fail for their caller, and block no later ones', async () => {
    const file = new SettingsFile();
    const setting = file.open();
    const writes = window(setting);
    setting.isBroken = true;
    await assert.rejects(writes.change(adding(1)), /unsaved changes/u);
    setting.isBroken = false;
    await writes.change(adding(2));
    assert.deepEqual(file.stored, [2]);
  });

  it('are made even if the folder takes no file, which the log says', async () => {
    const file = new SettingsFile();
    const log = new RecordingLog();
    await writeFile(join(folder, 'taken'), '');
    const writes = new ConnectionWrites(file.open(), join(folder, 'taken', 'below'), log);
    opened.push(writes);
    await writes.change(adding(1));
    assert.deepEqual(file.stored, [1]);
    assert.match(log.lines.join('\n'), /Without the lock “connections”: ENOTDIR/u);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';

/** A still moment is shown no longer than this, in seconds, and the last one for `endSeconds`. */
const longestSeconds = 0.9;
const endSeconds = 2.5;

/** Leaves out what is shown until something is done, such as a page that is still blank. */
export type LeaveOut = <T>(until: Promise<T>) => Promise<T>;

/**
 * Records what the page shows meanwhile as a GIF of at most 10 frames per second, which ends on what it shows then. Needs ffmpeg on
 * the path, which `npm test` does not.
 */
export async function recorded(
  page: Page,
  file: string,
  act: (leaveOut: LeaveOut) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hosted-models-tour-'));
  try {
    const frames = await framesDuring(page, folder, act);
    const lines = frames.map(({ name, at }, index) => {
      const next = frames[index + 1]?.at;
      const seconds = next === undefined ? endSeconds : Math.min(next - at, longestSeconds);
      return `file ${name}\nduration ${seconds.toFixed(3)}`;
    });
    // ffmpeg takes the duration of the last frame only if the frame is named once more.
    await writeFile(path.join(folder, 'frames.txt'), `${lines.join('\n')}\nfile ${frames.at(-1)?.name}\n`);
    await encode(path.join(folder, 'frames.txt'), file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function framesDuring(page: Page, folder: string, act: (leaveOut: LeaveOut) => Promise<void>) {
  const session = await page.context().newCDPSession(page);
  const frames: { name: string; at: number }[] = [];
  const written: Promise<void>[] = [];
  /** In seconds, as the frames' times. */
  const leftOut: { from: number; to: number }[] = [];
  const now = () => Date.now() / 1000;
  const leaveOut: LeaveOut = async (until) => {
    const from = now();
    const result = await until;
    leftOut.push({ from, to: now() });
    return result;
  };
  session.on('Page.screencastFrame', ({ data, metadata: { timestamp = 0 }, sessionId }) => {
    const name = `${String(frames.length).padStart(5, '0')}.png`;
    frames.push({ name, at: timestamp });
    written.push(writeFile(path.join(folder, name), Buffer.from(data, 'base64')));
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'png' });
  await act(leaveOut);
  await session.send('Page.stopScreencast');
  await Promise.all(written);
  // What was drawn last may not have become a frame.
  const last = { name: 'last.png', at: now() };
  await page.screenshot({ path: path.join(folder, last.name) });
  return [...frames.filter(({ at }) => !leftOut.some(({ from, to }) => at > from && at < to)), last];
}

async function encode(list: string, file: string): Promise<void> {
  const palette =
    'split[a][b];[a]palettegen=max_colors=96:stats_mode=diff[p];[b][p]paletteuse=dither=none:diff_mode=rectangle';
  const args = [
    '-y',
    '-loglevel',
    'error',
    '-f',
    'concat',
    '-i',
    list,
    '-vf',
    `fps=10,${palette}`,
    '-loop',
    '0',
    file,
  ];
  const ffmpeg = spawn('ffmpeg', args, { stdio: 'inherit' });
  const [code] = await once(ffmpeg, 'exit').catch((error: unknown) => {
    if (Object(error).code === 'ENOENT')
      throw new Error('ffmpeg is missing. Install it (https://ffmpeg.org), then start again.');
    throw error;
  });
  if (code !== 0) throw new Error(`ffmpeg ended with code ${code}.`);
}

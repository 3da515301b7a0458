// VS Code runs this in its extension host, bundled; see `harness/runInHost.ts`.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { ModelsNode } from '../../../../src/ui/models/view/modelNodes.ts';
import { median } from '../../harness/figures.ts';
import { taskVariable } from '../../harness/hostPlace.ts';
import { timeStretch } from '../../harness/timeStretch.ts';
import type { Hold, HostTask, HostTimes } from './hostTask.ts';
import { openTimedWindow, type TimedWindow } from './timedWindow.ts';

const typed = 'support-tone @base:llama @creator:ada -@older:300d';

/** VS Code collects changes for a moment before it asks for rows; after this many milliseconds it has asked for all. */
const settleMs = 1500;

export async function run(): Promise<void> {
  const task: HostTask = JSON.parse(process.env[taskVariable] ?? '');
  const times: HostTimes = {
    firstRoots: [],
    refreshedRoots: [],
    keystroke: [],
    longestKeystroke: [],
    firstHold: [],
    refreshHold: [],
    filterHold: [],
    viewFirstHold: [],
    viewRefreshHold: [],
    pickHold: [],
    drawn: [],
    changed: [],
  };
  await measureView(task, times);
  for (let round = 0; round < task.rounds; round += 1) await measureWindow(task, times);
  await writeFile(task.resultFile, JSON.stringify(times));
}

/** The extension as shipped; its connection comes from the environment. */
async function measureView(task: HostTask, times: HostTimes): Promise<void> {
  const refresh = async () => {
    await vscode.commands.executeCommand('hostedModels.refreshModels');
    await pause(settleMs);
  };
  const first = await longestHold(async () => {
    await vscode.commands.executeCommand('hostedModels.models.focus');
    await refresh();
  });
  times.viewFirstHold.push(first);
  for (let round = 0; round < task.rounds; round += 1) {
    await change(task);
    times.viewRefreshHold.push(await longestHold(refresh));
    times.pickHold.push(await longestHold(goToModel));
  }
  await vscode.commands.executeCommand('workbench.action.closeSidebar');
  await pause(settleMs);
}

async function goToModel(): Promise<void> {
  const left = vscode.commands.executeCommand('hostedModels.goToModel');
  await pause(settleMs);
  await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
  await left;
}

/** A new window without anything kept, made of its parts. */
async function measureWindow(task: HostTask, times: HostTimes): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hosted-models-bench-'));
  try {
    using window = openTimedWindow(task, folder);
    const load = async (roots: number[]) => {
      roots.push(await window.refresh());
      await yieldToEventLoop();
      window.answerAll();
    };
    times.firstHold.push(await longestHold(() => load(times.firstRoots)));
    await measureRefresh(window, task, times, load);
    times.filterHold.push(await longestHold(() => type(window, times)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureRefresh(
  window: TimedWindow,
  task: HostTask,
  times: HostTimes,
  load: (roots: number[]) => Promise<void>,
): Promise<void> {
  const listed = new Set(window.tree.getChildren().flatMap((group) => window.tree.getChildren(group)));
  const changed = new Set(await change(task));
  const drawn: ModelsNode[] = [];
  const subscription = window.tree.onDidChangeTreeData((nodes) => {
    if (!nodes) throw new Error('Everything is drawn again.');
    drawn.push(...nodes);
  });
  times.refreshHold.push(await longestHold(() => load(times.refreshedRoots)));
  subscription.dispose();
  times.drawn.push(drawn.length);
  times.changed.push([...listed].filter((row) => row.type === 'model' && changed.has(row.name)).length);
}

async function type(window: TimedWindow, times: HostTimes): Promise<void> {
  const strokes: number[] = [];
  for (let length = 1; length <= typed.length; length += 1) {
    const startedAt = performance.now();
    window.setFilter(typed.slice(0, length));
    window.answerAll();
    strokes.push(performance.now() - startedAt);
    await pause(1);
  }
  times.keystroke.push(median(strokes));
  times.longestKeystroke.push(Math.max(...strokes));
}

async function change({ changeUrl }: HostTask): Promise<string[]> {
  const response = await fetch(changeUrl, { method: 'POST' });
  return (await response.json()) as string[];
}

function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The interval at which the monitor checks the loop, in milliseconds; it never reports less. */
const resolution = 5;

/** Returns the longest time for which the event loop was blocked while `work` ran. */
async function longestHold(work: () => Promise<unknown>): Promise<Hold> {
  const monitor = monitorEventLoopDelay({ resolution });
  // Lets the work of another measurement end before this one starts.
  await pause(50);
  monitor.enable();
  const { blockedMs } = await timeStretch(async () => {
    await pause(3 * resolution);
    await work();
    // The last task has not been measured yet.
    await pause(3 * resolution);
  });
  monitor.disable();
  return { wallMs: monitor.max / 1e6, cpuMs: blockedMs };
}

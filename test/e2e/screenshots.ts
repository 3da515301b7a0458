// `npm run screenshots` writes the workbench's states to out/screens, in three kinds of theme, and the README's pictures.
//   node test/e2e/screenshots.ts [part of a screen's name] [theme,theme]
// The README's moving picture needs ffmpeg.
import { colorThemes } from '../workbench/colorTheme.ts';
import { type HostedModels, openHostedModels } from './hostedModels.ts';
import { type ScreenSession, screenSessions } from './screenStates.ts';
import { readmePicture } from './screens/readmePicture.ts';

type Theme = keyof typeof colorThemes;

const [wanted = '', themes = 'light,dark,contrast'] = process.argv.slice(2);

/** Each theme has its own VS Code: this server does not notice a changed settings file. */
async function open({ options }: ScreenSession, theme: Theme): Promise<HostedModels> {
  const userSettings = { ...options?.userSettings, 'workbench.colorTheme': colorThemes[theme] };
  return openHostedModels({ ...options, userSettings });
}

/** Goes through a session's screens up to the last wanted one, and stops at the first that fails. */
async function capture(session: ScreenSession, theme: Theme): Promise<void> {
  const screens = Object.entries(session.screens);
  const last = screens.findLastIndex(([name]) => name.includes(wanted));
  if (last < 0) return;
  const app = await open(session, theme);
  const started = performance.now();
  try {
    for (const [name, show] of screens.slice(0, last + 1)) {
      try {
        for (const step of [show].flat()) await step(app);
      } catch (error) {
        await app.workbench.screenshot(`failed-${name}-${theme}`);
        throw new Error(`${name}, ${theme}: ${error instanceof Error ? error.message : String(error)}`);
      }
      const { shown } = session;
      if (name.includes(wanted) && name !== 'readme-tour') {
        await (shown
          ? readmePicture(app.workbench, name.replace('readme-', ''), shown.folder)
          : app.workbench.screenshot(`workbench-${name}-${theme}`));
      }
      console.log(`${name}, ${theme}, ${((performance.now() - started) / 1000).toFixed(1)} s`);
    }
  } finally {
    await app.close();
  }
}

const jobs = screenSessions.flatMap((session) =>
  (['light', 'dark', 'contrast'] as const)
    .filter((theme) => themes.split(',').includes(theme) && (session.shown?.theme ?? theme) === theme)
    .map((theme) => ({ session, theme })),
);

async function work(): Promise<void> {
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    await capture(job.session, job.theme).catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : String(error));
      process.exitCode = 1;
    });
  }
}

// Two at a time, since each mostly waits for its own VS Code.
await Promise.all([work(), work()]);

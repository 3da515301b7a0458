// `npm run screenshots` writes the workbench's states to out/screens, in three kinds of theme.
//   node test/e2e/screenshots.ts [part of a state's name]
import { colorThemes } from '../workbench/colorTheme.ts';
import { openHostedModels } from './hostedModels.ts';
import { type ScreenState, screenStates } from './screenStates.ts';

/** Each picture has a VS Code of its own: this server does not see a changed settings file, and states must not mix. */
async function capture(state: ScreenState, theme: keyof typeof colorThemes): Promise<void> {
  const app = await openHostedModels({
    ...state.options,
    ...(state.faults && { prepareService: state.faults }),
    userSettings: { ...state.options?.userSettings, 'workbench.colorTheme': colorThemes[theme] },
  });
  try {
    await state.show(app);
    await app.workbench.screenshot(`workbench-${state.name}-${theme}`);
  } catch (error) {
    await app.workbench.screenshot(`failed-${state.name}-${theme}`);
    throw error;
  } finally {
    await app.close();
  }
}

const wanted = process.argv[2] ?? '';
for (const state of screenStates.filter(({ name }) => name.includes(wanted))) {
  for (const theme of ['light', 'dark', 'contrast'] as const) {
    await capture(state, theme).then(
      () => console.log(`${state.name}, ${theme}`),
      (error: unknown) => {
        console.error(`${state.name}, ${theme}: ${error instanceof Error ? error.message : String(error)}`);
        process.exitCode = 1;
      },
    );
  }
}

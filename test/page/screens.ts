// Pictures of the pages' states, for a person to look at:
//   node test/page/screens.ts [part of a state's name] [theme,theme] [width,width]
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { launchBrowser } from '../workbench/browser.ts';
import { openPage } from './openPage.ts';
import { startPageServer } from './pageServer.ts';
import { pageStates } from './states.ts';
import { themeNames } from './themes.ts';

const [wanted = '', themes = themeNames.join(','), widths = '300,600,1200'] = process.argv.slice(2);
const folder = path.resolve(import.meta.dirname, '../../out/screens');
await mkdir(folder, { recursive: true });
const server = await startPageServer();
const browser = await launchBrowser();
for (const state of pageStates.filter(({ name }) => name.includes(wanted))) {
  for (const theme of themeNames.filter((name) => themes.split(',').includes(name))) {
    for (const width of widths.split(',').map(Number)) {
      const open = await openPage(browser, server, state.page, { theme, width });
      await open.say(...state.messages);
      await state.act?.(open);
      await open.page.evaluate(() => document.fonts.ready);
      await open.page.screenshot({ path: path.join(folder, `${state.name}-${theme}-${width}.png`) });
      await open.close();
    }
  }
}
await browser.close();
await server.close();

// Does one of `acts` in FOLDER, and says before that it begins: node actingChild.ts FOLDER NAME
import { acts } from '../unit/core/files/acts.ts';

const [, , folder = '', name = ''] = process.argv;
const { act } = acts[name] ?? {};
if (!act) throw new Error(`There is no act “${name}”.`);
process.stdout.write('begins\n');
await act(folder);
process.exit();

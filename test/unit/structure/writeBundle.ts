// `npm run l10n`: writes l10n/bundle.l10n.json from the texts in src.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './sources.ts';
import { textBundle, textCalls } from './textCalls.ts';

const file = path.join(root, 'l10n', 'bundle.l10n.json');
writeFileSync(file, `${JSON.stringify(textBundle(textCalls()), null, 2)}\n`);

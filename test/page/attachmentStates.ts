import type { PageChoice } from '../../src/protocol/chat.ts';
import {
  answeredState,
  chatState,
  fills,
  inTurn,
  type PageState,
  question,
  sees,
  snapshot,
} from './pageState.ts';
import { answer, attached, chip, tallPicture } from './samples.ts';

const longChip = chip('c2', {
  name: 'a-report-with-a-name-that-no-chip-has-room-for-2026-11-20-final-reviewed-and-signed.md',
  lines: '1–1200',
  size: '812 KB',
});

const chips = [
  chip('c1'),
  longChip,
  chip('c3', {
    name: 'תקציר הדוח.md',
    lines: '7',
    size: '98 bytes',
    description: 'docs/תקציר הדוח.md, line 7, 98 bytes',
  }),
  chip('c4', { name: 'screen.png', lines: '', size: '90 bytes', image: tallPicture }),
  chip('c5', { name: 'torn.png', lines: '', size: '9 bytes', image: 'data:image/png;base64,iVBORw0KGgo=' }),
];

const offered: PageChoice[] = [
  { id: 's', name: 'reply.md', lines: '10–42', folder: 'docs' },
  { id: 'o', name: 'reply.md', lines: '', folder: 'docs' },
  { id: 'l', name: longChip.name, lines: '', folder: 'a/folder/that/is/not/short/either/for/a/narrow/page' },
  { id: 'h', name: 'תקציר הדוח.md', lines: '', folder: '' },
  ...Array.from({ length: 20 }, (_, at) => ({
    id: `${at}`,
    name: `notes-${at}.md`,
    lines: '',
    folder: 'notes',
  })),
];

export const attachmentStates: readonly PageState[] = [
  chatState(
    'chat-attachments',
    [
      snapshot(
        {},
        { ...question, attachments: chips.map((one) => ({ ...one, id: `u1/${one.id}` })) },
        answer('a1'),
      ),
      attached(...chips),
    ],
    inTurn(
      fills('Rewrite this reply.'),
      sees('canvas.picture[width="8"]', 1),
      sees('.chip .codicon-file-media', 1),
    ),
  ),
  chatState(
    'chat-typed-attach',
    [snapshot({}, question, answer('a1')), attached(chip('c1'))],
    async (open) => {
      await open.page.getByRole('textbox', { name: 'Message' }).fill('Rewrite #');
      await open.reply('findAttachments', { choices: offered, isLoading: false });
      await open.page.keyboard.press('ArrowDown');
      await open.page.getByRole('option', { selected: true }).waitFor();
    },
  ),
  answeredState('chat-key-hint', { hasKeyHint: true }),
  chatState(
    'chat-dropping',
    [snapshot({}, question, answer('a1')), attached(chip('c1'))],
    async ({ page }) => {
      await page.evaluate(() => {
        const dataTransfer = new DataTransfer();
        dataTransfer.setData('text/uri-list', 'file:///ws/reply.md');
        window.dispatchEvent(new DragEvent('dragover', { dataTransfer, cancelable: true }));
      });
      await page.locator('.chat.dropping').waitFor();
    },
  ),
];

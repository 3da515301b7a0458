// Takes a chat, writes one turn to it, says so, and lives until it is told to exit: node lockingChild.ts FOLDER
import { once } from 'node:events';
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
import { OwnedChatFile } from '../../../../../src/core/chats/disk/ownedChatFile.ts';
import { OwnerLocks } from '../../../../../src/core/files/locks/ownerLocks.ts';
import { chatId, metaLine, silent, userLine } from '../../fixtures.ts';

const [, , folder = ''] = process.argv;
const locks = new OwnerLocks(folder, silent);
const writer = new OwnedChatFile(new ChatStore(folder, silent), locks, () => true);
await writer.append(chatId, [metaLine(), userLine('child', 'By the child')]);
process.stdout.write('taken\n');
await once(process.stdin, 'data');
locks.dispose();
process.exit(0);

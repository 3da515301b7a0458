// Appends numbered turns to a chat, COUNT or until it is killed: node appendingChild.ts FOLDER NAME [COUNT]
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
import { chatId, questionLine, silent } from '../../fixtures.ts';

const [, , folder = '', name = '', count = 'Infinity'] = process.argv;
const store = new ChatStore(folder, silent);
for (let index = 0; index < Number(count); index++) {
  await store.append(chatId, [questionLine(`${name}${index}`, 'word '.repeat(500))]);
  // Whatever the parent reads here is safely on disk.
  process.stdout.write(`${index}\n`);
}

// Takes the lock "it", says so, and lives until it is killed: node holdingChild.ts FOLDER
import { OwnerLocks } from '../../../../../src/core/files/locks/ownerLocks.ts';
import { silent } from '../../fixtures.ts';

const [, , folder = ''] = process.argv;
await new OwnerLocks(folder, silent).take('it');
process.stdout.write('taken\n');
process.stdin.resume();

/** Lists accounts, closes one or sets its password, while the app runs or not (`npm run users`). */
import { built } from '../lib/database.mjs';
import { refuseLostOptions } from '../lib/npm-options.mjs';
import { prepare } from '../lib/setup.mjs';

refuseLostOptions();
await prepare();
const { runUsers } = built('features/auth/accounts/users-command.js');
await runUsers(process.argv.slice(2), process.stdin);

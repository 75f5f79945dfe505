import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './process.mjs';

/** Loads packages and what is built of the backend, which are CommonJS. */
export const require = createRequire(import.meta.url);

/** Loads a file of the built backend. */
export const built = (file) => require(builtPath(file));

/** Where such a file lies. */
export const builtPath = (file) => join(root, 'backend/dist', file);

/** Runs `use(url, source)` on a throw-away PostgreSQL with the newest schema; needs the built backend. Logs warnings alone. */
export async function withMigratedDatabase(use) {
  require('@nestjs/common').Logger.overrideLogger(['fatal', 'error', 'warn']);
  const server = await built('platform/embedded-postgres/embedded-postgres.js').startThrowAwayPostgres();
  try {
    const { DataSource } = require('typeorm');
    const source = await new DataSource(built('database/data-source.js').dataSourceOptions(server.url)).initialize();
    try {
      await built('database/migrate.js').migrate(source);
      return await use(server.url, source);
    } finally {
      await source.destroy();
    }
  } finally {
    await server.stop();
  }
}

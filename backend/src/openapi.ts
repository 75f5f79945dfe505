import { NestFactory } from '@nestjs/core';
import { writeFileSync } from 'node:fs';
import { AppModule } from './app.module';
import { buildOpenApi } from './api/document';
import { Env } from './config/env';

/** Writes the OpenAPI document to the given file; needs no database. Keys are sorted, so that a change shows as what it is. */
async function main(): Promise<void> {
  const app = await NestFactory.create(AppModule.register(new Env()), {
    preview: true,
    abortOnError: false,
    logger: ['error'],
  });
  app.setGlobalPrefix('api');
  writeFileSync(process.argv[2], `${JSON.stringify(sorted(buildOpenApi(app)), null, 2)}\n`);
  await app.close();
}

function sorted(value: unknown, parent = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => sorted(item));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  // Fields and examples keep the order of the DTO, which is the order in which a person reads them.
  if (parent !== 'properties') entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    entries.map(([key, item]) => [key, key === 'example' || key === 'examples' ? item : sorted(item, key)]),
  );
}

void main();

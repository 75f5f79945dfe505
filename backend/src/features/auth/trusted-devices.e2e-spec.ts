import type { Request, Response } from 'express';
import { DataSource } from 'typeorm';
import { cloneDatabase } from '../../../test/support/database';
import { dataSourceOptions } from '../../database/data-source';
import { TrustedDevices } from './trusted-devices';

let source: DataSource;
beforeAll(async () => {
  source = await new DataSource(dataSourceOptions(await cloneDatabase())).initialize();
});
afterAll(() => source.destroy());

const from = (cookie?: string) => ({ secure: false, headers: { cookie } }) as Request;

it('knows the newest people, though an older cookie of a longer path comes first', async () => {
  const devices = new TrustedDevices(source);
  const cookies: string[] = [];
  const response = { cookie: (name: string, value: string) => cookies.push(`${name}=${value}`) as unknown } as Response;
  await devices.remember(from(), response, 'newest@shop.example');
  const old = Array.from({ length: 5 }, (_, index) => `${`${index}`.repeat(22)}.${'a'.repeat(43)}`);
  const both = from(`browser=${old.join('~')}; ${cookies[0]}`);
  expect(await devices.nameOf(both, 'newest@shop.example')).not.toBeNull();
  await devices.remember(both, response, 'another@shop.example');
  const again = from(`browser=${old.join('~')}; ${cookies[1]}`);
  for (const name of ['newest', 'another']) expect(await devices.nameOf(again, `${name}@shop.example`)).not.toBeNull();
});

import type { DataSource } from 'typeorm';
import { AffectedProductsService } from './affected-products.service';

it('reads once for all who ask at the same time, and again for who asks after that', async () => {
  const read: string[] = [];
  const query = async ({ name }: { name: string }): Promise<object> => {
    read.push(name);
    return { rows: [] };
  };
  const manager = { queryRunner: { connect: async () => ({ query }) } };
  const source = { createQueryRunner: () => ({ manager, release: async () => undefined }) };
  const service = new AffectedProductsService(source as unknown as DataSource);
  await Promise.all(Array.from({ length: 10 }, () => service.read()));
  expect(read).toEqual(['affected products']);
  await service.read();
  expect(read).toHaveLength(2);
});

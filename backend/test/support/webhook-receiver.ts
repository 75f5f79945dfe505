import type { Server } from 'node:http';
import { join } from 'node:path';
import type { ChangeDto } from '../../src/changes/change.dto';
import { root } from './paths';

/** What a webhook gets. */
export interface Delivery {
  delivery: string;
  after: string;
  cursor: string;
  changes: ChangeDto[];
  failingSince: string | null;
}

/** The receiver of the documentation. */
export interface Sample {
  createReceiver(options: { secret: string; onDelivery: (delivery: Delivery) => unknown }): Server;
  isGenuine(options: { secret: string; signature: string | undefined; body: Buffer; now?: number }): boolean;
}

/** Loads the sample as it is. */
export async function loadSample(): Promise<Sample> {
  const path = join(root, 'docs/samples/webhook-receiver.mjs');
  return (await import(path)) as Sample;
}

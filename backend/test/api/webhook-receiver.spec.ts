import { createHmac } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { root } from '../support/paths';
import { loadSample, type Delivery } from '../support/webhook-receiver';

const secret = 'whsec_secret';

it.each([undefined, '', 'whsec_', 'secret'])('the sample of a receiver takes no secret "%s"', async (bad) => {
  const { createReceiver } = await loadSample();
  const wrong = 'The secret of the webhook must begin with whsec_';
  expect(() => createReceiver({ secret: bad as string, onDelivery: () => undefined })).toThrow(new TypeError(wrong));
  const { WEBHOOK_SECRET: _, ...env } = process.env;
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'docs/samples/webhook-receiver.mjs')], {
    env: { ...env, PORT: '0', ...(bad !== undefined && { WEBHOOK_SECRET: bad }) },
    encoding: 'utf8',
    timeout: 5000,
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining(wrong)]);
});

it('the sample of a receiver answers every request, and goes on', async () => {
  const { createReceiver } = await loadSample();
  const seen: Delivery[] = [];
  const errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const server = createReceiver({ secret, onDelivery: (delivery) => seen.push(delivery) });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const post = async (body: string, key = secret): Promise<number> => {
    const seconds = Math.floor(Date.now() / 1000);
    const v1 = createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex');
    const headers = { 'Webhook-Signature': `t=${seconds},v1=${v1}` };
    return (await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(5000) })).status;
  };
  try {
    const delivery = { delivery: '1', changes: [] };
    expect([
      await post(JSON.stringify(delivery), ''),
      await post('no JSON'),
      await post(JSON.stringify(delivery)),
    ]).toEqual([401, 500, 204]);
    expect([seen, errors.mock.calls]).toEqual([[delivery], [[expect.any(SyntaxError)]]]);
  } finally {
    errors.mockRestore();
    server.closeAllConnections();
    server.close();
  }
});

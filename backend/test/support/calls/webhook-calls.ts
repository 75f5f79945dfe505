import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DeliveryDto } from '../../../src/features/webhooks/delivery.dto';
import type { Api } from '../api';

/** Waits until something is as it should be. */
export async function until(is: () => unknown): Promise<void> {
  for (const end = Date.now() + 10_000; !(await is()); await new Promise((resolve) => setTimeout(resolve, 10)))
    if (Date.now() > end) throw new Error(`still not: ${is}`);
}

/** The servers that webhooks lead to, and the calls that give them something to get. */
export function webhookCalls(api: () => Api) {
  const servers: Server[] = [];
  async function listen(server: Server): Promise<string> {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/changes`;
  }
  return {
    listen,
    /** The address of a receiver that is made later: its secret is known only when there is an address. */
    async place(): Promise<{ url: string; put: (receiver: Server) => void }> {
      let there: Server | undefined;
      const url = await listen(createServer((request, response) => there?.emit('request', request, response)));
      return { url, put: (receiver) => (there = receiver) };
    },
    /** Takes away all webhooks, and what they lead to. */
    async removeAll(): Promise<void> {
      for (const { id } of (await api().get('/api/webhooks')).body) await api().delete(`/api/webhooks/${id}`);
      for (const server of servers.splice(0)) {
        server.closeAllConnections();
        server.close();
      }
    },
    addUpdate: async (title: string): Promise<number> =>
      (await api().post('/api/updates', { title, content: 'Text' })).body.id,
    log: async (id: number): Promise<DeliveryDto[]> => (await api().get(`/api/webhooks/${id}/deliveries`)).body,
  };
}

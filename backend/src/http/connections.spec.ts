import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Connections } from './connections';

const PER_ADDRESS = 3;

let server: Server;
const sockets: Socket[] = [];

beforeEach(async () => {
  server = createServer(({ url }, response) => void (url === '/unanswered' || response.end('ok')));
  new Connections(server, { perAddress: PER_ADDRESS, inAll: 100 });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

/** Opens a connection, sends nothing, and waits until the server has taken it. */
async function open(): Promise<Socket> {
  const taken = once(server, 'connection');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  await taken;
  return socket;
}

async function ask(agent: Agent): Promise<IncomingMessage> {
  const [response] = await once(get({ port: (server.address() as AddressInfo).port, agent }), 'response');
  await once((response as IncomingMessage).resume(), 'end');
  return response as IncomingMessage;
}

it('lets a newcomer take the place of the connection that has been idle longest, not of the oldest one', async () => {
  const agent = new Agent({ keepAlive: true });
  const { socket: used } = await ask(agent);
  const idle = await open();
  const recent = await open();
  expect((await ask(agent)).socket).toBe(used);
  await Promise.all([once(idle, 'close'), open()]);
  expect(recent.destroyed).toBe(false);
  expect((await ask(agent)).socket).toBe(used);
  agent.destroy();
});

it('closes the newcomer where every other connection has an open request', async () => {
  const busy = await Promise.all(Array.from({ length: PER_ADDRESS }, open));
  for (const socket of busy) {
    socket.write('GET /unanswered HTTP/1.1\r\nHost: shop.example\r\n\r\n');
    await once(server, 'request');
  }
  const newcomer = await open();
  if (!newcomer.destroyed) await once(newcomer, 'close');
  expect(busy.map(({ destroyed }) => destroyed)).toEqual(busy.map(() => false));
});

/**
 * Runs `npm test` where there is no network but loopback, and looks at every address that any of its processes connects
 * or sends to (`npm run test:offline`); another command after `--` is run in its place. Ends with a line of figures; the
 * exit code is 1 where something has failed or asked for an address elsewhere. Linux alone, with strace, unshare and ip.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { prepare, run } from '../lib/setup.mjs';

const given = process.argv.slice(2);
const command = given.length > 0 ? given : [process.execPath, 'tools/commands/test/test.mjs'];
const env = { ...process.env, PATH: [process.env.PATH, '/usr/sbin', '/sbin'].join(delimiter) };

requireTools();
await prepare();
const folder = await mkdtemp(join(tmpdir(), 'ecom-crm-offline-'));
const trace = join(folder, 'trace');
try {
  const failure = await run('unshare', [...alone(), ...watched(trace), ...command], { env }).catch((error) => error);
  if (failure?.signal) process.exitCode = failure.exitCode;
  else judge(readAddresses(await readFile(trace, 'utf8').catch(() => '')), failure);
} finally {
  await rm(folder, { recursive: true, force: true });
}

function requireTools() {
  const missing = ['strace', 'unshare', 'ip'].filter((name) => spawnSync(name, ['-V'], { env }).error);
  if (missing.length === 0) return;
  console.error(
    `Install ${missing.join(', ')} (Linux: the packages strace, util-linux, iproute2) and run the command again.`,
  );
  process.exit(1);
}

/**
 * A network with nothing in it but loopback and a cable from itself to itself, with an address and no way on: without
 * one a browser says that it is offline. Who is not root is root for the time it takes to set that up.
 */
function alone() {
  const links = [
    'link add end0 type veth peer name end1',
    'addr add 198.51.100.1/32 dev end0',
    ...['end0', 'end1', 'lo'].map((name) => `link set ${name} up`),
  ];
  const up = ['sh', '-c', `${links.map((link) => `ip ${link} && `).join('')}exec "$@"`, 'sh'];
  const [user, group] = [process.getuid(), process.getgid()];
  return user === 0
    ? ['--net', ...up]
    : ['--net', '--map-root-user', ...up, 'unshare', '--user', `--map-user=${user}`, `--map-group=${group}`];
}

/** What is sent along a connection names no address, and is left out. */
function watched(file) {
  const calls = ['-e', 'signal=none', '-e', 'trace=connect,sendto,sendmsg,sendmmsg'];
  const form = ['--quiet=all', '--decode-pids=comm', '--decode-fds=socket', '--string-limit=0'];
  return ['strace', '--follow-forks', '--seccomp-bpf', ...form, ...calls, '-o', `|grep -a sa_family >'${file}'`];
}

/** What each call names: the kind of socket, and the address where there is one. */
function readAddresses(text) {
  return text.split('\n').flatMap((line) =>
    [...line.matchAll(/sa_family=(\w+)([^}]*)/g)].map(([, family, rest]) => {
      const address = /inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"/.exec(rest);
      return { line, family, address: address?.[1] ?? address?.[2] ?? '' };
    }),
  );
}

/** Chromium tries now and then whether IPv6 has a route: it connects a UDP socket, sends nothing, and has no switch for it. */
function isRouteLookup(line) {
  return /connect\(\d+<UDPv6:.*sin6_port=htons\(443\).*"2001:4860:4860::8888"/.test(line);
}

function kindOf({ line, family, address }) {
  if (/^(127\.|::1$|::ffff:127\.)/.test(address)) return 'loopback';
  if (['AF_UNIX', 'AF_NETLINK', 'AF_UNSPEC'].includes(family)) return 'inside';
  return isRouteLookup(line) ? 'lookup' : 'elsewhere';
}

function judge(named, failure) {
  const counts = { loopback: 0, inside: 0, lookup: 0, elsewhere: 0 };
  for (const one of named) {
    const kind = kindOf(one);
    counts[kind]++;
    if (kind === 'elsewhere' && counts.elsewhere <= 100) console.log(`elsewhere: ${one.line}`);
  }
  const { loopback, inside, lookup, elsewhere } = counts;
  console.log(
    `offline: ${named.length} connects, ${loopback} to loopback, ${inside} to unix sockets, ${lookup} route look-ups of Chromium, ${elsewhere} to others`,
  );
  if (failure) console.error(failure.exitCode ? `The command ended with code ${failure.exitCode}.` : failure.message);
  if (failure || elsewhere > 0 || named.length === 0) process.exitCode = 1;
}

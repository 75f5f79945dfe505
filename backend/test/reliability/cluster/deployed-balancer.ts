import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../src/platform/embedded-postgres/server';
import { makeCertificate } from './certificate';
import { debian, edited, makeFolder, Program, writeFor } from './programs';
import { HttpsClient } from './https-client';

/** A balancer in front of the app, set up by its file of `deploy/`. */
export interface DeployedBalancer {
  /** By HTTPS, with a certificate that only `certificate` vouches for. */
  url: string;
  plainUrl: string;
  certificate: string;
  /** What it has said last. */
  said(): string;
  stop(): Promise<void>;
}

/** Where it listens, what it is in front of, the folder that is its own, and that of its certificate. */
interface Setup {
  plain: number;
  secure: number;
  apps: number[];
  folder: string;
  certificates: string;
}

const BALANCERS = {
  nginx: { file: 'nginx.conf', changes: nginxChanges, args: ['-e', 'stderr', '-g', 'daemon off;', '-c'] },
  haproxy: { file: 'haproxy.cfg', changes: haproxyChanges, args: ['-W', '-f'] },
};

export type BalancerName = keyof typeof BALANCERS;

/** Starts nginx or HAProxy in front of processes of the app, and waits until it serves; `certificates` is a folder as `makeCertificate` makes it. */
export async function startDeployedBalancer(
  name: BalancerName,
  apps: number[],
  certificates?: string,
): Promise<DeployedBalancer> {
  const env = debian();
  const folder = makeFolder();
  const { file, changes, args } = BALANCERS[name];
  const place = {
    plain: await freePort(),
    secure: await freePort(),
    apps,
    folder,
    certificates: certificates ?? makeCertificate(),
  };
  const certificate = readFileSync(join(place.certificates, 'crm.pem'), 'utf8');
  const program = new Program(name, [...args, writeFor(folder, file, edited(file, changes(place)))], {
    env,
    cwd: folder,
  });
  const balancer = {
    url: `https://localhost:${place.secure}`,
    plainUrl: `http://localhost:${place.plain}`,
    certificate,
    said: () => program.said.slice(-3_000),
    stop: async () => {
      await program.stop();
      rmSync(folder, { recursive: true });
      if (!certificates) rmSync(place.certificates, { recursive: true });
    },
  };
  try {
    await serves(balancer, program);
    return balancer;
  } catch (error) {
    await balancer.stop();
    throw error;
  }
}

function appChanges(apps: number[]): [string, string][] {
  return apps.map((port, index) => [`10.0.0.1${index + 1}:3000`, `127.0.0.1:${port}`]);
}

function nameChanges(secure: number): [string, string][] {
  return [
    ['https://crm.shop.example', `https://localhost:${secure}`],
    ['crm.shop.example', 'localhost'],
  ];
}

function nginxChanges({ plain, secure, apps, folder, certificates }: Setup): [string, string][] {
  // The folders that Debian's nginx has for itself belong to root.
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `  ${kind}_temp_path ${join(folder, kind)};\n`)
    .join('');
  return [
    ['user www-data;\n', ''],
    ['worker_processes auto;', 'worker_processes 2;'],
    ['pid /run/nginx.pid;', `pid ${join(folder, 'nginx.pid')};`],
    ['error_log /var/log/nginx/error.log warn;', 'error_log stderr warn;'],
    ['http {\n', `http {\n${temporary}`],
    ['listen 80', `listen 127.0.0.1:${plain}`],
    ['listen 443 ssl', `listen 127.0.0.1:${secure} ssl`],
    ['/etc/nginx/', `${certificates}/`],
    ...nameChanges(secure),
    ...appChanges(apps),
  ];
}

function haproxyChanges({ plain, secure, apps, certificates }: Setup): [string, string][] {
  return [
    ['  user haproxy\n  group haproxy\n', ''],
    ['bind :80', `bind 127.0.0.1:${plain}`],
    ['bind :443', `bind 127.0.0.1:${secure}`],
    ['/etc/haproxy/crm.pem', join(certificates, 'both.pem')],
    ...nameChanges(secure),
    ...appChanges(apps),
  ];
}

async function serves({ url, certificate }: DeployedBalancer, program: Program): Promise<void> {
  const visitor = new HttpsClient(url, certificate);
  for (let look = 0; look < 200; look++) {
    if ((await visitor.ask('GET', '/readyz').catch(() => undefined))?.status === 200) return visitor.leave();
    if (!program.isAlive) break;
    await sleep(50);
  }
  visitor.leave();
  throw new Error(`The load balancer does not serve. It said: ${program.said}`);
}

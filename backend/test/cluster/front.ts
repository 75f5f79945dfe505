import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../src/database/postgres-server';
import { debian, edited, makeFolder, Program, writeFor } from './programs';
import { Visitor } from './visitor';

/** A balancer in front of the app, set up by its file of `deploy/`. */
export interface Front {
  /** By HTTPS, with a certificate that only `certificate` vouches for. */
  url: string;
  plainUrl: string;
  certificate: string;
  stop(): Promise<void>;
}

type Ports = { plain: number; secure: number; apps: number[] };

const FRONTS = {
  nginx: { file: 'nginx.conf', changes: nginxChanges, command: (file: string) => ['nginx', '-c', file, '-e', 'stderr', '-g', 'daemon off;'] },
  haproxy: { file: 'haproxy.cfg', changes: haproxyChanges, command: (file: string) => ['haproxy', '-W', '-f', file] },
};

export type FrontName = keyof typeof FRONTS;

/** Starts nginx or HAProxy in front of processes of the app, and waits until it serves. */
export async function startFront(name: FrontName, apps: number[]): Promise<Front> {
  const env = debian();
  const folder = makeFolder();
  const { file, changes, command } = FRONTS[name];
  const [key, certificate] = makeCertificate();
  const [keyFile, certificateFile] = [writeFor(folder, 'crm.key', key), writeFor(folder, 'crm.pem', name === 'haproxy' ? certificate + key : certificate)];
  const ports = { plain: await freePort(), secure: await freePort(), apps };
  const config = writeFor(folder, file, edited(file, [...changes(ports, folder), [name === 'nginx' ? '/etc/nginx/crm.pem' : '/etc/haproxy/crm.pem', certificateFile], ...(name === 'nginx' ? [['/etc/nginx/crm.key', keyFile] as [string, string]] : [])]));
  const [program, ...args] = command(config);
  const running = new Program(program, args, { env, cwd: folder });
  const front = {
    url: `https://localhost:${ports.secure}`,
    plainUrl: `http://localhost:${ports.plain}`,
    certificate,
    stop: async () => {
      await running.stop();
      rmSync(folder, { recursive: true });
    },
  };
  await serves(front, running);
  return front;
}

function appChanges(apps: number[]): [string, string][] {
  return apps.map((port, index) => [`10.0.0.1${index + 1}:3000`, `127.0.0.1:${port}`]);
}

function nginxChanges({ plain, secure, apps }: Ports, folder: string): [string, string][] {
  // The folders that Debian's nginx has for itself belong to root.
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `  ${kind}_temp_path ${join(folder, kind)};\n`).join('');
  return [
    ['user www-data;\n', ''],
    ['worker_processes auto;', 'worker_processes 2;'],
    ['pid /run/nginx.pid;', `pid ${join(folder, 'nginx.pid')};`],
    ['error_log /var/log/nginx/error.log warn;', 'error_log stderr warn;'],
    ['http {\n', `http {\n${temporary}`],
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['listen 443 ssl', `listen 127.0.0.1:${secure} ssl`],
    ...appChanges(apps),
  ];
}

function haproxyChanges({ plain, secure, apps }: Ports): [string, string][] {
  return [
    ['  user haproxy\n  group haproxy\n', ''],
    ['bind :80', `bind 127.0.0.1:${plain}`],
    ['bind :443', `bind 127.0.0.1:${secure}`],
    ...appChanges(apps),
  ];
}

function makeCertificate(): [key: string, certificate: string] {
  const folder = makeFolder();
  const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => join(folder, name));
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', ...kind, '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const texts = [key, certificate].map((path) => readFileSync(path, 'utf8')) as [string, string];
  rmSync(folder, { recursive: true });
  return texts;
}

async function serves({ url, certificate }: Front, program: Program): Promise<void> {
  const visitor = new Visitor(url, certificate);
  for (let look = 0; look < 200; look++) {
    if ((await visitor.ask('GET', '/readyz').catch(() => undefined))?.status === 200) return visitor.leave();
    if (!program.isAlive) break;
    await sleep(50);
  }
  await program.stop();
  throw new Error(`The front does not serve. It said: ${program.said}`);
}

import http from 'node:http';
import https from 'node:https';

/** Node's own client for an address: behind nginx or HAProxy the app is reached by HTTPS. */
export function clientFor(url: string): Pick<typeof http, 'request' | 'Agent'> {
  return url.startsWith('https:') ? https : http;
}

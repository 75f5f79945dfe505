import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

// IANA's registries of special addresses. Of IPv6 only 2000::/3 is in use for the public at all.
const SPECIAL = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Those inside 2000::/3 that lead elsewhere: Teredo and others, documentation, 6to4.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
];
const notPublic = new BlockList();
for (const [net, bits] of SPECIAL.map((range) => range.split('/')))
  notPublic.addSubnet(net, Number(bits), isIPv6(net) ? 'ipv6' : 'ipv4');
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** Whether an address can be reached by the public, so that nobody uses us to reach what only we can. */
export function isPublic(address: string): boolean {
  if (isIPv6(address)) return global6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
  return isIP(address) === 4 && !notPublic.check(address, 'ipv4');
}

const UNLESS_ANY = 'unless the app runs with WEBHOOK_TARGETS=any';

/** Why nothing may be sent there, or null. Names are looked up only when it is sent. */
export function whyRefused(url: string, targets: string): string | null {
  if (targets === 'any') return null;
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:') return `url must start with https://, ${UNLESS_ANY}`;
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) && !isPublic(address) ? `url must lead to a public address, ${UNLESS_ANY}` : null;
}

/** What is refused when a name is looked up. */
export class RefusedAddress extends Error {}

/** The look-up of the very connection that is made: what a name meant before, or means later, plays no part. */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return done(error, '', 0);
    // One that is not public is enough: it may be the one that answers.
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublic(address)))
      return done(new RefusedAddress(), '', 0);
    if (options.all) return done(null, addresses);
    done(null, addresses[0].address, addresses[0].family);
  });
};

import ipaddr from 'ipaddr.js';
import { canonicalHost } from './host-pattern.js';

/** Reach of an address: any network, networks of the operator, or nothing that a call may reach. */
export type AddressReach = 'public' | 'private' | 'refused';

/** Ranges of the operator's own networks. Link-local ones are not: clouds serve credentials there. */
const PRIVATE_RANGES: ReadonlySet<string> = new Set(['loopback', 'private', 'carrierGradeNat', 'uniqueLocal']);

/** Addresses that the Internet routes (RFC 4291, IANA). Everything else has a special use or none yet. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Prefix of translated IPv4 addresses (NAT64, RFC 6052), the only range of IPv6 that names in DNS64 networks have. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Evaluates an address by its range. Addresses that hold an IPv4 address (mapped, NAT64) are evaluated by that one; 6to4,
 * Teredo and all ranges with a special use are refused.
 *
 * @param address IPv4 or IPv6 in any notation, also with a zone.
 */
export function reachOf(address: string): AddressReach {
  if (!ipaddr.isValid(address)) return 'refused';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return reachOfRange(parsed.range());
  if (parsed.match(NAT64)) return reachOf(ipaddr.fromByteArray(parsed.toByteArray().slice(12)).toString());
  const reach = reachOfRange(parsed.range());
  return reach === 'public' && !parsed.match(GLOBAL_UNICAST) ? 'refused' : reach;
}

function reachOfRange(range: string): AddressReach {
  if (range === 'unicast') return 'public';
  return PRIVATE_RANGES.has(range) ? 'private' : 'refused';
}

/** Writes an address in its shortest form, so that equal addresses have equal texts. */
export const canonicalAddress = (address: string): string =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;

/** Tells whether a host name or address, as a URL holds it, is this machine itself. */
export function isLoopback(hostname: string): boolean {
  const host = canonicalHost(hostname).toLowerCase();
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
}

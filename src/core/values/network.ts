/** An IP address, or a network of them, as the bits of its addresses have in common. */
export interface Network {
  /** Bits of the address: 32 or 128. */
  readonly size: 32 | 128;
  readonly address: bigint;
  /** Leading bits that addresses of the network share. */
  readonly prefix: number;
}

const PREFIX = /^(.+?)(?:\/(\d{1,3}))?$/;
const MAPPED = 0xffffn << 32n;

/** Reads an address of IPv4 or IPv6, or a network in CIDR notation; undefined for another text. */
export function readNetwork(text: string): Network | undefined {
  const [, address = '', length] = PREFIX.exec(text.trim()) ?? [];
  const read = readAddress(address);
  if (!read) return undefined;
  const prefix = length === undefined ? read.size : Number(length);
  return prefix <= read.size ? { ...read, prefix } : undefined;
}

/** Tells whether an address is in a network. An IPv4 address in the form of IPv6 is the same address. */
export function isInNetwork(address: string, network: Network): boolean {
  const read = readAddress(address);
  if (read?.size !== network.size) return false;
  const rest = BigInt(network.size - network.prefix);
  return read.address >> rest === network.address >> rest;
}

type Address = Pick<Network, 'size' | 'address'>;

function readAddress(text: string): Address | undefined {
  if (!text.includes(':')) return readIpv4(text);
  const address = readIpv6(text);
  if (address === undefined) return undefined;
  return address >> 32n === MAPPED >> 32n ? { size: 32, address: address & 0xffffffffn } : { size: 128, address };
}

function readIpv4(text: string): Address | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256))
    return undefined;
  return { size: 32, address: parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n) };
}

/** Reads eight groups, of which `::` may stand for some, and the last two may be an IPv4 address. */
function readIpv6(text: string): bigint | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const groups = halves.map(groupsOf);
  if (groups.includes(undefined)) return undefined;
  const [head, tail = []] = groups as readonly string[][];
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  const all = [...head, ...Array.from({ length: missing }, () => '0'), ...tail];
  return all.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
}

function groupsOf(text: string): string[] | undefined {
  if (text === '') return [];
  const groups = text.split(':');
  const last = groups.at(-1)!;
  if (last.includes('.')) {
    const ipv4 = readIpv4(last);
    if (!ipv4) return undefined;
    groups.splice(-1, 1, (ipv4.address >> 16n).toString(16), (ipv4.address & 0xffffn).toString(16));
  }
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) ? groups : undefined;
}

import { canonicalAddress, reachOf } from '#platform/process/config/address-ranges.js';

// Requirement: S12
it.each([
  [
    'public',
    [
      '8.8.8.8',
      '93.184.216.34',
      '2606:4700::1111',
      '::ffff:8.8.8.8',
      '64:ff9b::808:808',
      '172.15.255.255',
      '172.32.0.1',
    ],
  ],
  [
    'private',
    [
      '127.0.0.1',
      '127.255.255.254',
      '10.0.0.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '100.64.0.1',
      '100.127.255.255',
    ]
      .flatMap((address) => [address, `::ffff:${address}`])
      .concat('::1', 'fc00::1', 'fd12:3456::1', '64:ff9b::7f00:1', '64:ff9b::a00:1'),
  ],
  [
    'refused',
    `0.0.0.0 0.1.2.3 169.254.169.254 224.0.0.1 239.255.255.255 255.255.255.255 240.0.0.1 192.0.0.1 192.0.2.1 198.18.0.1
      198.51.100.1 203.0.113.1 192.88.99.1 ::ffff:169.254.169.254 :: fe80::1 fe80::1%eth0 ff02::1 ::7f00:1 ::ffff:0:7f00:1
      2002:7f00:1:: 2001::1 2001:db8::1 64:ff9b:1::7f00:1 64:ff9b::a9fe:a9fe fec0::1 100::1 5f00::1 3fff::1 4000::1
      localhost 1.2.3.4.5 ::g`
      .split(/\s+/)
      .concat(''),
  ],
])('judges as %s', (reach, addresses) => {
  expect(addresses.filter((address) => reachOf(address) !== reach)).toEqual([]);
});

it('writes equal addresses alike', () => {
  expect(['::ffff:10.0.0.5', '10.0.0.5', '0:0::1', 'name'].map(canonicalAddress)).toEqual([
    '10.0.0.5',
    '10.0.0.5',
    '::1',
    'name',
  ]);
});

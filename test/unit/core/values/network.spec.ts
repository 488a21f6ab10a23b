import { isInNetwork, readNetwork } from '#core/values/network.js';

describe('networks', () => {
  it.each([
    ['10.1.2.3', '10.0.0.0/8', true],
    ['11.1.2.3', '10.0.0.0/8', false],
    ['192.168.0.5', '192.168.0.5', true],
    ['192.168.0.6', '192.168.0.5', false],
    ['::ffff:10.1.2.3', '10.0.0.0/8', true],
    ['10.1.2.3', '::ffff:10.1.2.3', true],
    ['::1', '::1', true],
    ['::1', '127.0.0.1', false],
    ['2001:db8::17', '2001:db8::/32', true],
    ['2001:db9::17', '2001:db8::/32', false],
    ['1.2.3.4', '0.0.0.0/0', true],
    ['nonsense', '0.0.0.0/0', false],
  ])('%s in %s: %s', (address, network, expected) => {
    expect(isInNetwork(address, readNetwork(network)!)).toBe(expected);
  });

  it.each([
    '',
    '10.0.0',
    '10.0.0.256',
    '010.0.0.1',
    '10.0.0.0/33',
    '::/129',
    '1::2::3',
    'localhost',
    '1:2:3:4:5:6:7',
    '12345::',
  ])('refuses %j', (text) => expect(readNetwork(text)).toBeUndefined());
});

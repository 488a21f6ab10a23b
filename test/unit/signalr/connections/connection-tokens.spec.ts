import { ConnectionTokens, hmacSigner } from '#signalr/connections/connection-tokens.js';

const tokens = new ConnectionTokens('node-1', hmacSigner('key'));

it.each(['plain', 'stateful', 'open'] as const)('reads a %s token back, for its owner only', (kind) => {
  const { connectionId, connectionToken } = tokens.issue('alice', kind);
  expect(tokens.read(connectionToken, 'alice')).toEqual({
    connectionId,
    nodeId: 'node-1',
    kind,
    issuedAtMs: expect.any(Number),
  });
  expect(tokens.read(connectionToken, 'bob')).toBeUndefined();
  expect(connectionToken).toMatch(/^[\w.-]+$/);
  expect(connectionId === connectionToken).toBe(kind === 'open');
});

it('refuses a token with any changed character', () => {
  const { connectionToken } = tokens.issue('alice', 'plain');
  for (let at = 0; at < connectionToken.length; at++) {
    const other = connectionToken[at] === 'A' ? 'B' : 'A';
    expect(tokens.read(connectionToken.slice(0, at) + other + connectionToken.slice(at + 1), 'alice')).toBeUndefined();
  }
});

it.each(['', '.', 'a.b.c', '....', 'ä.'])('refuses the token %j', (text) => {
  expect(tokens.read(text, 'alice')).toBeUndefined();
});

it('reads tokens of nodes with the same key only', () => {
  const { connectionToken } = tokens.issue('alice', 'plain');
  expect(new ConnectionTokens('node-2', hmacSigner('key')).read(connectionToken, 'alice')?.nodeId).toBe('node-1');
  expect(new ConnectionTokens('node-1', hmacSigner()).read(connectionToken, 'alice')).toBeUndefined();
  expect(() => new ConnectionTokens('node.1', hmacSigner())).toThrow('node.1');
});

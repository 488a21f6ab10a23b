import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { FixedKey } from '#platform/auth/fixed-key.js';

const pem = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();
const rsa = (modulusLength: number): string => pem(generateKeyPairSync('rsa', { modulusLength }).publicKey);
const rsaPss = (): string => pem(generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).publicKey);
const ec = (namedCurve: string): string => pem(generateKeyPairSync('ec', { namedCurve }).publicKey);
const ed25519 = (): string => pem(generateKeyPairSync('ed25519').publicKey);

describe('FixedKey', () => {
  // Requirement: R10, S14
  it.each([
    ['RSA', () => rsa(2048), ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']],
    ['RSA-PSS', rsaPss, ['PS256', 'PS384', 'PS512']],
    ['P-256', () => ec('prime256v1'), ['ES256']],
    ['P-384', () => ec('secp384r1'), ['ES384']],
    ['P-521', () => ec('secp521r1'), ['ES512']],
  ])('binds a %s key to its own algorithms', (_, key, algorithms) => {
    expect(FixedKey.fromPem(key()).find().algorithms).toEqual(algorithms);
  });

  // Requirement: R10
  it('binds a secret to HS256', () => {
    expect(FixedKey.fromSecret('secret').find().algorithms).toEqual(['HS256']);
  });

  // Requirement: R10
  it.each([
    ['text', () => 'secret'],
    ['a short RSA key', () => rsa(1024)],
    ['another curve', () => ec('secp256k1')],
    ['another kind', ed25519],
  ])('refuses %s', (_, key) => {
    expect(() => FixedKey.fromPem(key())).toThrow('JWT_PUBLIC_KEY');
  });
});

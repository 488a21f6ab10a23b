import 'reflect-metadata';
import { AuthModule } from '../../../../src/platform/auth/auth.module.js';
import { DevTokenController } from '../../../../src/platform/auth/dev-token.controller.js';
import { TokenVerifier } from '../../../../src/platform/auth/token-verifier.js';
import { JsonNumber, type JsonValue } from '../../../../src/core/json/json.js';
import { configWith, keyPair, outcome, SECRET } from './tokens.js';

const config = configWith(
  { kind: 'secret', secret: SECRET },
  { issuer: 'https://id.example', audience: 'api', userClaim: 'email', devTokens: true },
);
const controller = new DevTokenController(config);

describe('POST /dev/token', () => {
  it('gives a token for 12 hours that the service itself accepts (R11)', async () => {
    const { AccessToken, ExpiresOn } = controller.issue({ UserName: 'Zoë' });
    expect(await new TokenVerifier(config).verify(AccessToken)).toBe('Zoë');
    expect((Date.parse(ExpiresOn) - Date.now()) / 3_600_000).toBeCloseTo(12, 2);
  });

  it.each<[JsonValue | undefined, string]>([
    [{ UserName: 'x'.repeat(100) }, 'accepted'],
    [{ UserName: 'agent', Other: 1n.toString() }, 'accepted'],
    [undefined, 'Validation'],
    [null, 'Validation'],
    [{}, 'Validation'],
    [[], 'Validation'],
    [{ UserName: '' }, 'Validation'],
    [{ UserName: null }, 'Validation'],
    [{ UserName: 'x'.repeat(101) }, 'Validation'],
    [{ UserName: new JsonNumber('1') }, 'Validation'],
    [{ UserName: ['agent'] }, 'Validation'],
    [{ userName: 'agent' }, 'UnknownMember'],
  ])('reads %j as %s (R11)', async (body, expected) => {
    expect(await outcome(() => controller.issue(body))).toBe(expected);
  });

  it.each([
    [true, [DevTokenController]],
    [false, []],
  ])('with DEV_TOKENS=%s is among the routes: %p (R11)', (devTokens, controllers) => {
    const tokens = { ...config.tokens, devTokens };
    expect(AuthModule.forConfig(Object.assign({}, config, { tokens })).controllers).toEqual(controllers);
  });

  it('does not sign for somebody else’s key (R11)', () => {
    const foreign = configWith({ kind: 'publicKey', pem: keyPair('ec').publicPem });
    expect(() => new DevTokenController(foreign).issue({ UserName: 'agent' })).toThrow('JWT_SECRET');
  });
});

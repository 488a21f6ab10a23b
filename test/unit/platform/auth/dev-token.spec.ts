import 'reflect-metadata';
import { AuthModule } from '../../../../src/platform/auth/auth.module.js';
import { DevTokenController } from '../../../../src/platform/auth/dev-token.controller.js';
import { TokenVerifier } from '../../../../src/platform/auth/token-verifier.js';
import { Directory } from '../../../../src/platform/catalogue/directory.js';
import { JsonNumber, type JsonValue } from '../../../../src/core/json/json.js';
import { configWith, keyPair, outcome, SECRET } from './tokens.js';

const config = configWith(
  { kind: 'secret', secret: SECRET },
  { issuer: 'https://id.example', audience: 'api', userClaim: 'email', devTokens: true },
);
/** One user whom nobody is, and everybody else. */
class Town extends Directory {
  find() {
    return undefined;
  }

  member() {
    return undefined;
  }

  users(user: string) {
    return Promise.resolve({ isKnown: user !== 'nobody', names: ['agent'] });
  }
}

const directory = new Town();
const controller = new DevTokenController(config, directory);

describe('POST /dev/token', () => {
  it('gives a token for 12 hours that the service itself accepts (R11)', async () => {
    const { AccessToken, ExpiresOn } = await controller.issue({ UserName: 'Zoë' });
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
    [{ UserName: 'nobody' }, 'NotFound'],
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

  it('does not sign for somebody else’s key (R11)', async () => {
    const foreign = configWith({ kind: 'publicKey', pem: keyPair('ec').publicPem });
    const issued = new DevTokenController(foreign, directory).issue({ UserName: 'agent' });
    await expect(issued).rejects.toThrow('JWT_SECRET');
  });
});

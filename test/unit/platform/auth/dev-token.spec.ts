import 'reflect-metadata';
import { AuthModule } from '#platform/auth/auth.module.js';
import { DevTokenController } from '#platform/auth/dev-token.controller.js';
import { TokenVerifier } from '#platform/auth/token-verifier.js';
import { Directory } from '#platform/catalogue/directory.js';
import { JsonNumber, type JsonValue } from '#core/json/json.js';
import { configWith, keyPair, outcome, SECRET } from './tokens.js';

const config = configWith(
  { kind: 'secret', secret: SECRET },
  { issuer: 'https://id.example', audience: 'api', userClaim: 'email', devTokens: true },
);
/** One unknown user name, and all other names. */
class Town extends Directory {
  find() {
    return undefined;
  }

  member() {
    return undefined;
  }

  identified() {
    return undefined;
  }

  keyed() {
    return undefined;
  }

  users(user: string) {
    return Promise.resolve({ isKnown: user !== 'nobody', names: ['agent'] });
  }
}

const directory = new Town();
const controller = new DevTokenController(config, directory);

describe('POST /dev/token', () => {
  // Requirement: R11
  it('issues a token for 12 hours that the service accepts', async () => {
    const { AccessToken, ExpiresOn } = await controller.issue({ UserName: 'Zoë' });
    expect(await new TokenVerifier(config).verify(AccessToken)).toMatchObject({ user: 'Zoë' });
    expect((Date.parse(ExpiresOn) - Date.now()) / 3_600_000).toBeCloseTo(12, 2);
  });

  // Requirement: R11
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
  ])('reads %j as %s', async (body, expected) => {
    expect(await outcome(() => controller.issue(body))).toBe(expected);
  });

  // Requirement: R11
  it.each([
    [true, [DevTokenController]],
    [false, []],
  ])('with DEV_TOKENS=%s is among the routes: %p', async (devTokens, controllers) => {
    const tokens = { ...config.tokens, devTokens };
    const module = await AuthModule.forConfig(Object.assign({}, config, { tokens }));
    expect(module.controllers).toEqual(controllers);
  });

  // Requirement: R11
  it('does not sign with another issuer’s key', async () => {
    const foreign = configWith({ kind: 'publicKey', pem: keyPair('ec').publicPem });
    const issued = new DevTokenController(foreign, directory).issue({ UserName: 'agent' });
    await expect(issued).rejects.toThrow('JWT_SECRET');
  });
});

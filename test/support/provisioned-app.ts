import { EnvironmentSettingsStore } from '#definitions/index.js';
import { type Answer, type Caller, DEVELOPMENT, type Place, type Row, type TestApp } from './test-app.js';
import { byToken, type IdentityProvider } from './identity-provider.js';

/** The caller of a token: the names of roles and teams, or the status and code of the refusal. */
export const meOf = ({ status, body }: Answer): unknown =>
  status === 200
    ? { Roles: namesOf(body.Result.Roles), Teams: namesOf(body.Result.Teams) }
    : `${status} ${body.ErrorDetails[0].Code}`;

const namesOf = (items: readonly { readonly Name: string }[]): readonly string[] => items.map(({ Name }) => Name);

/** The answer of GET /me to the holder of a token with these claims. */
export const signIn = async (
  app: TestApp,
  provider: IdentityProvider,
  claims: Row,
  place: Place = DEVELOPMENT,
): Promise<Answer> => byToken(app, provider.sign(claims), place).get('/me');

/** Sets the environment setting `Provision`, with the rights of the operator. */
export async function setProvision(app: TestApp, Provision: string, place: Place = DEVELOPMENT): Promise<void> {
  const [{ id }] = await app.query<{ id: string }>(
    'SELECT id::text AS id FROM platform.environment WHERE schema_name = $1',
    [await app.schema(place)],
  );
  const store = app.provider(EnvironmentSettingsStore);
  await store.replace(id, { ...(await store.read(id)), Provision });
}

/** Inserts a mapping. @returns its Id */
export const mapped = (admin: Caller, Name: string, fields: Row): Promise<string> =>
  admin.inserted('IdentityMapping', { Name, ...fields });

import type { EnvironmentState } from '#core/catalogue/environment-state.js';
import type { Place, TestApp } from '../../../support/test-app.js';

/** Id of an environment. */
export async function environmentId(app: TestApp, place: Place): Promise<string> {
  const [{ id }] = await app.query<{ id: string }>('SELECT id FROM platform.environment WHERE schema_name = $1', [
    await app.schema(place),
  ]);
  return id;
}

/** Changes the state of an environment and notifies all nodes, as a move does. */
export async function comeInto(
  app: TestApp,
  place: Place,
  state: EnvironmentState,
  cell: string | null = null,
): Promise<void> {
  await app.query('UPDATE platform.environment SET state = $2, cell = $3 WHERE id = $1', [
    await environmentId(app, place),
    state,
    cell,
  ]);
  const [{ channel }] = await app.query<{ channel: string }>('SELECT channel FROM platform.ring');
  await app.query(`NOTIFY "${channel}", 'test definitions'`);
}

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Server } from '../rig/processes.js';
import { freePort, PLACE, POOL_SIZE, startHttpServer, TOKEN_SECRET } from '../rig/service.js';

const PROJECT = fileURLToPath(new URL('dotnet', import.meta.url));
const run = promisify(execFile);

/** Ids of the place that the peer serves. */
export interface PlaceIds {
  readonly tenantId: string;
  readonly appId: string;
  readonly environmentId: string;
}

/** True if this machine can build and run the peer. */
export const hasDotnet = (): Promise<boolean> =>
  run('dotnet', ['--version']).then(
    () => true,
    () => false,
  );

/** Builds the ASP.NET Core project, and starts it; it creates its tables in schema `peer`. */
export async function startPeer(databaseUrl: string, ids: PlaceIds): Promise<Server> {
  await run('dotnet', ['build', '--configuration', 'Release', '--nologo', PROJECT]);
  const port = await freePort();
  const args = [`${PROJECT}/bin/Release/net10.0/Peer.dll`, '--urls', `http://127.0.0.1:${port}`];
  return startHttpServer(port, 'dotnet', args, {
    ConnectionStrings__Default: connectionString(databaseUrl),
    TokenSecret: TOKEN_SECRET,
    Place__Tenant: PLACE.TenantId,
    Place__App: PLACE.AppId,
    Place__Environment: PLACE.EnvironmentId,
    Place__TenantId: ids.tenantId,
    Place__AppId: ids.appId,
    Place__EnvironmentId: ids.environmentId,
  });
}

/**
 * Npgsql's words for a URL. Statements are prepared once they were seen a few times. Sessions are not reset between
 * requests: the embedded server lets nobody unlock all advisory locks, which is a part of it.
 */
function connectionString(databaseUrl: string): string {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl);
  const parts = {
    Host: searchParams.get('host') ?? hostname,
    Port: port || '5432',
    Username: decodeURIComponent(username),
    Password: decodeURIComponent(password),
    Database: pathname.slice(1),
    'Maximum Pool Size': POOL_SIZE,
    'Max Auto Prepare': 50,
    'No Reset On Close': 'true',
  };
  return Object.entries(parts)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .join(';');
}

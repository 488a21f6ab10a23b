import { createHash } from 'node:crypto';
import { buildCatalogue } from '#core/compile/build-catalogue.js';
import { NEW_ENVIRONMENT } from '#core/catalogue/catalogue.js';
import { NO_DEFINITIONS } from '#core/catalogue/definition.js';
import { readSettings } from '#platform/catalogue/environment.repository.js';
import { SAMPLE_ENTITY, tableStatements } from '#definitions/schema/table-statements.js';

const NIL = '00000000-0000-0000-0000-000000000000';
const ENVIRONMENT = { id: NIL, name: '', appId: NIL, appName: '', tenantId: NIL, tenantName: '', schema: 'sample' };

/** A role by which indexes are also made within owners and teams. */
const ROLE = { Id: NIL, Name: 'Sample' };
const ACCESS = { Role: 'Sample', EntityName: 'Sample', Read: 'Team' };

const known = new Map<string | undefined, string>();

/**
 * Digest of the indexes that this version of the service makes of definitions. It changes with any of them, without
 * anybody's attention.
 *
 * @param trigrams schema of the extension for searches; without it some indexes are not made
 */
export function indexFingerprint(trigrams: string | undefined): string {
  const mark = known.get(trigrams) ?? digest(trigrams);
  known.set(trigrams, mark);
  return mark;
}

function digest(trigrams: string | undefined): string {
  const environment = { ...ENVIRONMENT, settings: readSettings('{}') };
  const definitions = { ...NO_DEFINITIONS, entities: [SAMPLE_ENTITY], roles: [ROLE], roleAccess: [ACCESS] };
  const hash = createHash('sha256').update(JSON.stringify([trigrams ?? null]));
  for (const statement of tableStatements(buildCatalogue(environment, NEW_ENVIRONMENT, definitions)))
    hash.update(statement);
  return hash.digest('base64url').slice(0, 22);
}

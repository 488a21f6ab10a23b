import { createHash } from 'node:crypto';
import { buildCatalogue } from '#core/compile/build-catalogue.js';
import { NEW_ENVIRONMENT } from '#core/catalogue/catalogue.js';
import { NO_DEFINITIONS } from '#core/catalogue/definition.js';
import { writeJson } from '#core/json/json.js';
import { SAMPLE_ENTITY, tableStatements } from '#definitions/schema/table-statements.js';
import { readSettings } from '#platform/catalogue/environment.repository.js';
import { DefinitionFile, type WantedEnvironment } from './definition-file.js';
import { recordsToLoad } from './records-to-load.js';

const NIL = '00000000-0000-0000-0000-000000000000';
const ENVIRONMENT = { id: NIL, name: '', appId: NIL, appName: '', tenantId: NIL, tenantName: '', schema: 'sample' };
const WANTED: WantedEnvironment = {
  environment: ENVIRONMENT,
  tenantLabel: '',
  settings: '{}',
  withDefinitions: false,
  deriveIds: false,
};

let known: string | undefined;

/**
 * Digest of what this version of the service makes in environments: the statements of the system entities' tables and
 * of a sample with every type of field, and the records of the system entities. It changes with any of them, without
 * anybody's attention.
 */
export const environmentFingerprint = (): string => (known ??= digest());

function digest(): string {
  const environment = { ...ENVIRONMENT, settings: readSettings('{}') };
  const definitions = { ...NO_DEFINITIONS, entities: [SAMPLE_ENTITY] };
  const catalogue = buildCatalogue(environment, NEW_ENVIRONMENT, definitions);
  const hash = createHash('sha256');
  for (const statement of tableStatements(catalogue)) hash.update(statement);
  for (const { entity, records } of recordsToLoad(catalogue, new DefinitionFile('{}'), WANTED))
    for (const { id, values } of records) hash.update(`${entity.name} ${id} ${writeJson(Object.fromEntries(values))}`);
  return hash.digest('base64url').slice(0, 22);
}

import type pg from 'pg';
import type { LimitFacts } from '../limit/statements.js';
import { NUMBER } from '../load/load.js';
import { idOf, OWN_CUSTOMERS, OWN_REGIONS, OWNERS } from '../rig/seed.js';
import type { PlaceIds } from './start-peer.js';

/** Telephone numbers of the caller; 200 of their customers share each. */
export const OWN_PHONES = 20;
/** A telephone number; its digits are those of a load's numbers. */
export const phoneOf = (number: string): string => `+49 ${number}`;
const PHONE_DIGITS = NUMBER.length;

/** Read scopes of the users who hear of customers; those of others are Own. */
const READ_SCOPES = { 'ada.admin': 'All', 'mona.manager': 'Team' } as const;

const SEEDED = OWNERS * OWN_CUSTOMERS;

const COPIED = `"Id", "RecordInformationId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn",
  "RowVersion", "IsDeleted", "CustomerNumber", "Name", "TaxId", "Email", "Phone", "Segment", "CreditLimit", "IsActive",
  "OnboardedOn", "RegionId", "OpenBalance"`;

export async function placeIds(client: pg.Client, { environmentId }: LimitFacts): Promise<PlaceIds> {
  const { rows } = await client.query<PlaceIds>(
    `SELECT e.id AS "environmentId", a.id AS "appId", a.tenant_id AS "tenantId"
    FROM platform.environment e JOIN platform.app a ON a.id = e.app_id WHERE e.id = $1`,
    [environmentId],
  );
  return rows[0];
}

/** Doubles the seeded customers, straight in their table, and gives them telephone numbers with an index. */
export async function growCustomers(client: pg.Client, { schema }: LimitFacts): Promise<void> {
  const table = `"${schema}"."Customer"`;
  const phone = `'${phoneOf('')}' || lpad((n / ${OWN_CUSTOMERS} * ${OWN_PHONES} + n % ${OWN_PHONES})::text, ${PHONE_DIGITS}, '0')`;
  const region = idOf(`n / ${OWN_CUSTOMERS} * ${OWN_REGIONS} + n % ${OWN_REGIONS}`);
  await client.query(
    `UPDATE ${table} c SET "Phone" = ${phone} FROM generate_series(0, ${SEEDED - 1}) n WHERE c."Id" = ${idOf('n')}`,
  );
  await client.query(`
    INSERT INTO ${table} (${COPIED})
    SELECT ${idOf(`n + ${SEEDED}`)}, gen_random_uuid(), "OwnerId", "OwnerTeamId", "OwnerId", now(), "OwnerId", now(), 1, false,
      'CUS-S' || n + ${SEEDED}, 'Customer ' || md5((n + ${SEEDED})::text), 'SE' || lpad((n + ${SEEDED})::text, 12, '0'),
      's' || n + ${SEEDED} || '@customer.example', ${phone}, 'Wholesale', 7500.00, true, '2025-01-15', ${region}, 0
    FROM generate_series(0, ${SEEDED - 1}) n JOIN ${table} c ON c."Id" = ${idOf('n')}
    ORDER BY md5(n::text)`);
  await client.query(`CREATE INDEX ON ${table} ("Phone", "OwnerId")`);
  await client.query(`VACUUM ANALYZE ${table}`);
}

/** Rows of the service, by the table of the peer that takes them. */
const sources = ({ schema }: LimitFacts): Readonly<Record<string, string>> => ({
  Regions: `SELECT "Id", "IsDeleted" FROM "${schema}"."Region"`,
  Users: `
    SELECT "Id", "UserName", coalesce("PrimaryTeamId", gen_random_uuid()) AS "TeamId", CASE "UserName"
      ${Object.entries(READ_SCOPES)
        .map(([user, scope]) => `WHEN '${user}' THEN '${scope}'`)
        .join(' ')} ELSE 'Own' END AS "ReadScope"
    FROM "${schema}"."User"`,
  Customers: `
    SELECT ${COPIED}, a.tenant_id AS "TenantId", a.id AS "AppId", e.id AS "EnvironmentId"
    FROM "${schema}"."Customer", platform.environment e JOIN platform.app a ON a.id = e.app_id
    WHERE e.schema_name = '${schema}'`,
});

/** Rows that are copied at once. */
const COPIED_AT_ONCE = 10_000;

/** Copies what the service has into the tables that the peer made in its own database. */
export async function fillPeer(service: pg.Client, peer: pg.Client, facts: LimitFacts): Promise<void> {
  for (const [table, text] of Object.entries(sources(facts))) {
    const target = `peer."${table}"`;
    for await (const json of rowsOf(service, text))
      await peer.query(`INSERT INTO ${target} SELECT * FROM json_populate_recordset(NULL::${target}, $1)`, [json]);
    await peer.query(`VACUUM ANALYZE ${target}`);
  }
  // Above every number that came along.
  await peer.query(`SELECT setval('peer."CustomerNumbers"', 1000000)`);
}

/** Reads the rows of a query in JSON arrays: earlier benches may have inserted more than one text can hold. */
async function* rowsOf(client: pg.Client, text: string): AsyncGenerator<string> {
  await client.query('BEGIN');
  await client.query(`DECLARE found CURSOR FOR SELECT to_json(r)::text AS json FROM (${text}) r`);
  for (;;) {
    const { rows } = await client.query<{ json: string }>(`FETCH ${COPIED_AT_ONCE} FROM found`);
    if (rows.length === 0) break;
    yield `[${rows.map(({ json }) => json).join()}]`;
  }
  await client.query('COMMIT');
}

import type pg from 'pg';
import { CALLER, PLACE } from './service.js';

/** Customers of `CALLER`, and the regions they are spread over, evenly; both are numbered from 0. */
export const OWN_CUSTOMERS = 2_000;
export const OWN_REGIONS = 10;
/** Nine colleagues have as many customers, in other regions. */
export const OWNERS = 10;
/** Of `CALLER` again: each customer has one order, a contact placed each tenth of them; an order has some lines. */
export const OWN_CONTACTS = 10;
const LINES = 4;

/** SQL for the Id that ends in a number. */
export const idOf = (number: string): string =>
  `('00000000-0000-7000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;

/** Facts of the demo's environment that the seed and the limit need. */
export interface Environment {
  readonly schema: string;
  readonly environmentId: string;
  readonly userId: string;
  readonly teamId: string;
}

export async function environmentOf(client: pg.Client): Promise<Environment> {
  const { rows } = await client.query<Environment>(
    `SELECT e.schema_name AS schema, e.id AS "environmentId"
    FROM platform.environment e JOIN platform.app a ON a.id = e.app_id JOIN platform.tenant t ON t.id = a.tenant_id
    WHERE (t.name, a.name, e.name) = ($1, $2, $3)`,
    [PLACE.TenantId, PLACE.AppId, PLACE.EnvironmentId],
  );
  const [place] = rows;
  const users = await client.query<Environment>(
    `SELECT "Id" AS "userId", "PrimaryTeamId" AS "teamId" FROM "${place.schema}"."User" WHERE "UserName" = $1`,
    [CALLER],
  );
  return { ...place, ...users.rows[0] };
}

/** Stores regions and customers whose Ids end in a number, straight into their tables. */
export async function seed(client: pg.Client, { schema, userId, teamId }: Environment): Promise<void> {
  const system = '"Id", "RecordInformationId", "OwnerId", "OwnerTeamId", "CreatedBy", "UpdatedBy"';
  const stamps = `gen_random_uuid(), owner, '${teamId}'::uuid, owner, owner`;
  const owners = `(
    SELECT "Id" AS owner, row_number() OVER (ORDER BY "Id" <> '${userId}', "Id") - 1 AS k
    FROM "${schema}"."User" WHERE "IsActive" LIMIT ${OWNERS}) o`;
  await client.query(`
    INSERT INTO "${schema}"."Region" (${system}, "Code", "Name", "CountryCode")
    SELECT ${idOf('n')}, ${stamps}, 'Q' || chr(65 + n / 26) || chr(65 + n % 26), 'Region ' || n, 'SE'
    FROM generate_series(0, ${OWNERS * OWN_REGIONS - 1}) n JOIN ${owners} ON k = n / ${OWN_REGIONS}`);
  await client.query(`
    INSERT INTO "${schema}"."Customer" (${system}, "CustomerNumber", "Name", "TaxId", "Email", "Phone", "Segment",
      "CreditLimit", "IsActive", "OnboardedOn", "RegionId")
    SELECT ${idOf('n')}, ${stamps}, 'CUS-S' || n, 'Customer ' || md5(n::text), 'SE' || lpad(n::text, 12, '0'),
      's' || n || '@customer.example', '+49 30 1234567', 'Wholesale', 7500.00, true, '2025-01-15',
      ${idOf(`n / ${OWN_CUSTOMERS} * ${OWN_REGIONS} + n % ${OWN_REGIONS}`)}
    FROM generate_series(0, ${OWNERS * OWN_CUSTOMERS - 1}) n JOIN ${owners} ON k = n / ${OWN_CUSTOMERS}
    ORDER BY md5(n::text)`);
  await seedOrders(client, schema, system);
  await client.query('VACUUM ANALYZE');
}

/** Each customer's order with its lines, and the contacts who placed them. */
async function seedOrders(client: pg.Client, schema: string, system: string): Promise<void> {
  const stamps = `gen_random_uuid(), "OwnerId", "OwnerTeamId", "OwnerId", "OwnerId"`;
  const customers = `(SELECT *, right("Id"::text, 12)::int AS n FROM "${schema}"."Customer" WHERE "CustomerNumber" LIKE 'CUS-S%') c`;
  const share = OWN_CUSTOMERS / OWN_CONTACTS;
  await client.query(`
    INSERT INTO "${schema}"."Contact" (${system}, "CustomerId", "FirstName", "LastName")
    SELECT ${idOf(`n / ${share}`)}, ${stamps}, "Id", 'Sam', 'Contact ' || n FROM ${customers} WHERE n % ${share} = 0`);
  await client.query(`
    INSERT INTO "${schema}"."Order" (${system}, "OrderNumber", "CustomerId", "ContactId", "OrderDate", "Priority",
      "Currency", "DiscountPercent", "LineCount", "SubTotal")
    SELECT "Id", ${stamps}, 'SO-S' || lpad(n::text, 6, '0'), "Id",
      ${idOf(`n / ${OWN_CUSTOMERS} * ${OWN_CONTACTS} + n % ${OWN_CONTACTS}`)}, '2025-01-15', 'Normal', 'EUR', 2.50,
      ${LINES}, 25.00
    FROM ${customers} ORDER BY md5(n::text)`);
  await client.query(`
    INSERT INTO "${schema}"."OrderLine" (${system}, "OrderId", "LineNumber", "ProductId", "Quantity", "UnitPrice")
    SELECT ${idOf(`n * ${LINES} + l - 1`)}, ${stamps}, "Id", l, p.id, l, 2.50
    FROM ${customers} CROSS JOIN generate_series(1, ${LINES}) l
      JOIN (SELECT "Id" AS id, row_number() OVER () - 1 AS k, count(*) OVER () AS total FROM "${schema}"."Product") p
        ON k = (n + l) % total
    ORDER BY md5(n::text), l`);
}

/** The sequence of CustomerNumber; the service makes it with the first customer it inserts. */
export async function customerSequence(client: pg.Client, { schema }: Environment): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name FROM pg_sequences
    WHERE schemaname = $1 AND starts_with(sequencename, 'Customer.CustomerNumber.')`,
    [schema],
  );
  return rows[0].name;
}

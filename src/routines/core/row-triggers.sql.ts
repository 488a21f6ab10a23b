import { storedFields, type Entity } from '#core/catalogue/entity.js';
import { triggerName } from '#core/catalogue/constraint-names.js';
import { ROLLUP_VERSIONS } from '#core/catalogue/system-fields.js';
import { CHANGE_COLUMNS } from '#core/changes/change.sql.js';
import type { Definitions } from '#core/context/context.js';
import { anyOf, EMPTY, ident, list, literal, plpgsql, raw, render, sql, type Sql } from '#core/sql/sql.js';
import { changedJson, recordJson } from '#core/fields/record-json.js';
import { historyEntity } from '#records/core/inserts/first-status.sql.js';
import type { RoutineRole } from '#core/routine-roles/routine-role.sql.js';

/** Source of the changes that a routine makes. */
export const WRITTEN_BY_ROUTINE = literal('DatabaseObject');

/** Columns that no routine may change. All other audit columns are overwritten, whatever the routine wrote there. */
const FIXED = [
  'Id',
  'RecordInformationId',
  'StatusId',
  'OwnerId',
  'OwnerTeamId',
  'CreatedBy',
  'CreatedOn',
  'ApprovalRequestId',
];

const columns = (row: 'OLD' | 'NEW', names: readonly string[]): Sql =>
  list(names.map((name) => sql`${raw(row)}.${ident(name)}`));

/** True for values that columns can hold but records cannot, because JSON has no form for them. */
function unspeakable(entity: Entity): Sql {
  const own = [...entity.fields.values()].filter(({ isSystem }) => !isSystem);
  const tests = own.flatMap(({ name, type }): readonly Sql[] => {
    const column = sql`NEW.${ident(name)}`;
    if (type === 'Decimal') return [sql`${column} = 'NaN'`];
    if (type === 'Date') return [sql`${column} NOT BETWEEN '0001-01-01' AND '9999-12-31'`];
    if (type === 'DateTime') return [sql`${column} NOT BETWEEN '0001-01-01Z' AND '9999-12-31 23:59:59.999999Z'`];
    return [];
  });
  return tests.length === 0 ? raw('false') : anyOf(tests);
}

/** The owner that a record takes from the target of its `OwnerFrom` lookup. */
function ownerFrom(ctx: Definitions, { ownerFrom: lookup }: Entity): Sql {
  if (!lookup) return EMPTY;
  const target = ident(ctx.catalogue.environment.schema, lookup.target!);
  return sql`
    IF NEW.${ident(lookup.name)} IS NOT NULL THEN
      SELECT p."OwnerId", p."OwnerTeamId" INTO NEW."OwnerId", NEW."OwnerTeamId"
      FROM ${target} p
      WHERE p."Id" = NEW.${ident(lookup.name)};
    END IF;`;
}

/** Current initial status of the entity; each insert reads it, so that it is never stale. */
function initialStatus({ catalogue }: Definitions, entity: Entity): Sql {
  const [status, lifecycle] = ['Status', 'Lifecycle'].map((name) => ident(catalogue.environment.schema, name));
  return sql`
    (
      SELECT s."Id"
      FROM ${status} s
      JOIN ${lifecycle} l ON l."Id" = s."LifecycleId"
      WHERE pg_catalog.lower(l."EntityName") = ${literal(entity.name.toLowerCase())}
        AND l."IsActive"
        AND s."IsInitial"
        AND NOT s."IsDeleted"
        AND NOT l."IsDeleted"
      LIMIT 1
    )`;
}

/** Reads the caller from a table that no routine can write. Outside of a call there is no row, and the write fails. */
const CALLER = raw(
  'SELECT c.* INTO STRICT call FROM platform.object_call c WHERE c.xid = pg_catalog.pg_current_xact_id();',
);

/** Body of the BEFORE trigger: sets the same audit columns as any write of the service. */
function stampBody(ctx: Definitions, entity: Entity): Sql {
  const fixed = [columns('NEW', FIXED), columns('OLD', FIXED)];
  const takesOwner = ownerFrom(ctx, entity);
  // PostgreSQL computes them after the trigger; until then they are null.
  const computed = [...entity.fields.values()].flatMap(({ name, computed: isComputed }) =>
    isComputed ? [sql` NEW.${ident(name)} := OLD.${ident(name)};`] : [],
  );
  return plpgsql`DECLARE call platform.object_call;
BEGIN
  ${CALLER}
  IF ${unspeakable(entity)} THEN
    RAISE EXCEPTION 'A number must be a number, and a date must be in the years 1 to 9999.';
  END IF;
  IF TG_OP = 'INSERT' THEN
    NEW."RecordInformationId" := pg_catalog.gen_random_uuid();
    NEW."StatusId" := ${initialStatus(ctx, entity)};
    NEW."OwnerId" := call.user_id; NEW."OwnerTeamId" := call.team_id;
    ${takesOwner}
    NEW."CreatedBy" := call.user_id; NEW."CreatedOn" := call.occurred_at;
    NEW."UpdatedBy" := call.user_id; NEW."UpdatedOn" := call.occurred_at;
    NEW."RowVersion" := 1; NEW."IsDeleted" := false; NEW."DeletedOn" := NULL; NEW."DeletedBy" := NULL;
    NEW."ApprovalRequestId" := NULL;
    RETURN NEW;
  END IF;
  IF (${fixed[0]}) IS DISTINCT FROM (${fixed[1]}) THEN
    RAISE EXCEPTION ${literal(`A database object may not change ${FIXED.slice(0, -1).join(', ')}.`)};
  END IF;
  NEW."RowVersion" := OLD."RowVersion"; NEW."UpdatedBy" := OLD."UpdatedBy"; NEW."UpdatedOn" := OLD."UpdatedOn";
  NEW."DeletedOn" := OLD."DeletedOn"; NEW."DeletedBy" := OLD."DeletedBy";
  NEW.${ident(ROLLUP_VERSIONS)} := OLD.${ident(ROLLUP_VERSIONS)};${list(computed, '')}
  IF NEW IS DISTINCT FROM OLD THEN
    NEW."RowVersion" := OLD."RowVersion" + 1; NEW."UpdatedBy" := call.user_id; NEW."UpdatedOn" := call.occurred_at;
    IF NEW."IsDeleted" IS DISTINCT FROM OLD."IsDeleted" THEN
      NEW."DeletedOn" := CASE WHEN NEW."IsDeleted" THEN call.occurred_at END;
      NEW."DeletedBy" := CASE WHEN NEW."IsDeleted" THEN call.user_id END;
    END IF;
    ${takesOwner}
  END IF;
  RETURN NEW;
END`;
}

const owners = (row: Sql): Sql => sql`${row}."OwnerId", ${row}."OwnerTeamId"`;

/** Change of the row `row`, which is OLD or NEW. */
interface LoggedRow {
  readonly operation: string;
  readonly row: Sql;
  readonly images: Sql;
}

const logRow = (ctx: Definitions, entity: Entity, { operation, row, images }: LoggedRow): Sql => sql`
  INSERT INTO platform.change (${CHANGE_COLUMNS})
  VALUES (
    ${literal(ctx.catalogue.environment.id)}, ${literal(entity.name)}, ${literal(operation)},
    call.user_id, call.correlation_id, call.occurred_at, ${row}."Id", ${row}."RecordInformationId",
    ${row}."RowVersion", ${images}, ${WRITTEN_BY_ROUTINE}
  );`;

/** Values of a first row of the status history, by field; all other fields are null. */
const firstStatus = ({ name }: Entity): Readonly<Record<string, Sql>> => ({
  Id: raw('pg_catalog.gen_random_uuid()'),
  RecordInformationId: raw('pg_catalog.gen_random_uuid()'),
  OwnerId: raw('NEW."OwnerId"'),
  OwnerTeamId: raw('NEW."OwnerTeamId"'),
  CreatedBy: raw('call.user_id'),
  CreatedOn: raw('call.occurred_at'),
  UpdatedBy: raw('call.user_id'),
  UpdatedOn: raw('call.occurred_at'),
  RowVersion: raw('1'),
  IsDeleted: raw('false'),
  RecordId: raw('NEW."RecordInformationId"'),
  EntityName: literal(name),
  ToStatusId: raw('NEW."StatusId"'),
  UserId: raw('call.user_id'),
  ChangedOn: raw('call.occurred_at'),
  CorrelationId: raw('call.correlation_id'),
});

/** Writes the first row of the history of a record that has got a status, and its change row. */
function logStatus(ctx: Definitions, entity: Entity): Sql {
  const [history, row] = [historyEntity(ctx), raw('history')];
  const values = Object.entries(firstStatus(entity));
  const images = sql`NULL, (${recordJson(history, row)})::pg_catalog.json, NULL, NULL, ${owners(row)}`;
  return sql`
    IF NEW."StatusId" IS NOT NULL THEN
      INSERT INTO ${ident(ctx.catalogue.environment.schema, history.name)} (
        ${list(values.map(([name]) => ident(name)))}
      )
      VALUES (${list(values.map(([, value]) => value))})
      RETURNING * INTO history;
      ${logRow(ctx, history, { operation: 'Create', row, images })}
    END IF;`;
}

/** Body of the AFTER trigger: writes a row of the change log in the form of `changeSql`. */
function logBody(ctx: Definitions, entity: Entity): Sql {
  const [before, after] = [raw('OLD'), raw('NEW')];
  const log = (operation: string, row: Sql, images: Sql): Sql => logRow(ctx, entity, { operation, row, images });
  const create = log(
    'Create',
    after,
    sql`NULL, (${recordJson(entity, after)})::pg_catalog.json, NULL, NULL, ${owners(after)}`,
  );
  const remove = (row: Sql): Sql =>
    log('Delete', row, sql`(${recordJson(entity, row)})::pg_catalog.json, NULL, ${owners(row)}, NULL, NULL`);
  const fields = storedFields(entity).filter(
    ({ name, isSystem }) => !isSystem || ['OwnerId', 'OwnerTeamId'].includes(name),
  );
  const changed = [
    changedJson(fields, { shown: before, other: after }),
    changedJson(fields, { shown: after, other: before }),
  ];
  const update = log(
    'Update',
    after,
    sql`(${changed[0]})::pg_catalog.json, (${changed[1]})::pg_catalog.json, ${owners(before)}, ${owners(after)}`,
  );
  const history = ident(ctx.catalogue.environment.schema, historyEntity(ctx).name);
  return plpgsql`DECLARE call platform.object_call; history ${history};
BEGIN
  ${CALLER}
  IF TG_OP = 'INSERT' THEN ${create} ${logStatus(ctx, entity)}
  ELSIF TG_OP = 'DELETE' THEN
    IF NOT OLD."IsDeleted" THEN ${remove(before)} END IF;
  ELSIF NEW."IsDeleted" AND NOT OLD."IsDeleted" THEN ${remove(after)}
  ELSIF OLD."IsDeleted" AND NOT NEW."IsDeleted" THEN ${create}
  ELSIF NEW IS DISTINCT FROM OLD AND NOT NEW."IsDeleted" THEN ${update}
  END IF;
  RETURN NULL;
END`;
}

/**
 * Clauses of functions that run with the service's rights in sessions of a tenant's code: their results depend on no
 * setting that the code may have changed.
 */
export const SERVICE_SETTINGS = raw(
  `SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp
    SET "DateStyle" = 'ISO'
    SET "TimeZone" = 'UTC'
    SET standard_conforming_strings = on
    SET transform_null_equals = off`,
);

/**
 * Triggers that set audit columns and write change rows for an entity's rows that routines write. The service owns
 * them, and they fire for this role of routines alone (decision 0023).
 */
export function rowTriggers(ctx: Definitions, role: RoutineRole, entity: Entity): readonly Sql[] {
  const { schema } = ctx.catalogue.environment;
  const isObject = sql`WHEN (current_user = ${literal(role.name)})`;
  const trigger = (kind: 'stamp' | 'log', when: string, body: Sql): readonly Sql[] => {
    const name = triggerName(role.readsProtected ? 'full' : 'object', kind, entity.name);
    const call = sql`${ident(schema, name)}()`;
    const text = literal(render(body).text);
    return [
      sql`
        CREATE OR REPLACE FUNCTION ${call} RETURNS trigger LANGUAGE plpgsql ${SERVICE_SETTINGS}
        AS ${text}`,
      sql`REVOKE ALL ON FUNCTION ${call} FROM PUBLIC`,
      sql`
        CREATE OR REPLACE TRIGGER ${ident(name)} ${raw(when)} ON ${ident(schema, entity.name)}
        FOR EACH ROW ${isObject} EXECUTE FUNCTION ${call}`,
    ];
  };
  return [
    ...trigger('stamp', 'BEFORE INSERT OR UPDATE', stampBody(ctx, entity)),
    ...trigger('log', 'AFTER INSERT OR UPDATE OR DELETE', logBody(ctx, entity)),
  ];
}

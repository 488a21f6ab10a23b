import { FIELD_TYPES, VALUE_TYPES, type Field } from '#core/catalogue/field.js';
import { PLAIN_FIELD } from '#core/catalogue/system-fields.js';
import { JsonNumber } from '#core/json/json.js';
import { compileLockParents } from '#records/core/rollups/affected-parents.sql.js';
import { compileRefresh, planRefresh } from '#records/core/rollups/refresh-rollups.sql.js';
import { rollupParents } from '#records/core/rollups/rollup-parents.js';
import { beginCall, callFunctions, endCall, followCall } from '#routines/core/call-functions.sql.js';
import { compileRoutineCall } from '#routines/core/call-routine.sql.js';
import { createdSql, dropRoutine, routinesSql, sealRoutine } from '#routines/core/install-routine.sql.js';
import * as roles from '#core/routine-roles/routine-role.sql.js';
import { rowTriggers } from '#routines/core/row-triggers.sql.js';
import { sqlTypeOf } from '#routines/core/routine-value.js';
import { raw, Slot } from '#core/sql/sql.js';
import { compileAdministrators, compileSystemRecords } from '#definitions/core/apply/system-records.sql.js';
import * as members from '#access/core/rights/members.sql.js';
import { conversionOf } from '#definitions/core/migration/conversions.sql.js';
import * as stored from '#definitions/core/migration/stored-values.sql.js';
import { wantedTable } from '#definitions/core/schema/entity-tables.sql.js';
import { headSql, largeSql, readNewSql, readSql, wantedSql } from '#platform/change-log/read-changes.sql.js';
import { fixtureContext, fixtureEntity } from '../../support/fixture-catalogue.js';
import { registered } from '../../unit/core/objects.js';
import * as bills from '../../unit/records/core/rollups/bills.js';
import { entityOf, writer } from '../../unit/records/core/inserts/write-fixture.js';
import { numbered, textOf, type Rooms, type Statements } from './sql-of.js';

const ROLE = { name: 'env_test_code_1', verifier: 'SCRAM-SHA-256$4096:c2FsdA==$a:b' };
const SCHEMA = 'env_test';
const ENTITIES = ['Region', 'Customer', 'Order', 'User'].map(fixtureEntity);

function afterRoutineSteps() {
  const { ctx, bill, line } = bills;
  const plan = planRefresh(ctx, bill, bills.rollups, []);
  const lock = compileLockParents(ctx, rollupParents(ctx.catalogue, line));
  const step = { entity: 'Bill', after: ['Line'], lock, ids: plan.ids, refresh: compileRefresh(ctx, plan) };
  return [{ ...step, args: plan.args, faultsOf: () => [] }];
}

function routineCalls(): Statements {
  const parameters = { Parameters: [{ Name: 'A', Type: 'Text' }] };
  const kinds = {
    procedure: { ObjectType: new JsonNumber('1') },
    'scalar function': { ReturnType: 'Date' },
    'table function': {
      ObjectType: new JsonNumber('3'),
      Returns: ['It', 'At'].map((Name) => ({ Name, Type: 'DateTime' })),
    },
  };
  const calls = Object.entries(kinds).map(([name, record]) => {
    const routine = registered({ ...parameters, ...record });
    const slots = routine.parameters.map((parameter, i) => new Slot(i, sqlTypeOf(parameter)));
    return [`routine: ${name}`, textOf(compileRoutineCall(SCHEMA, routine, slots))] as const;
  });
  return Object.fromEntries(calls);
}

function routines(): Statements {
  const routine = registered({ ObjectType: new JsonNumber('1') });
  const installed = { name: 'Thing', identity: 'IN "At" date', mark: null };
  const functions = callFunctions(bills.ctx, ROLE, { steps: afterRoutineSteps(), fingerprint: 'f' });
  return {
    ...routineCalls(),
    'routine: begin': textOf(beginCall(SCHEMA, new Slot(0, 'text'), new Slot(1, 'bytea'))),
    'routine: follow': textOf(followCall(SCHEMA)),
    'routine: end': textOf(endCall(SCHEMA, new Slot(0, 'json'))),
    ...numbered('routine: functions', functions),
    ...numbered('routine: triggers', rowTriggers(fixtureContext(), ROLE, fixtureEntity('Order'))),
    ...numbered('routine: triggers with an owner', rowTriggers(writer(), ROLE, entityOf('Order'))),
    'routine: installed': textOf(routinesSql(SCHEMA, [ROLE])),
    'routine: created': textOf(createdSql(SCHEMA, 'Thing')),
    'routine: drop': textOf(dropRoutine(SCHEMA, installed)),
    ...numbered('routine: seal', sealRoutine(SCHEMA, ROLE, routine, 'mark')),
    'role: create': textOf(roles.createRole(ROLE)),
    ...numbered('role: open', roles.openSchema(SCHEMA, ROLE)),
    'role: close': textOf(roles.closeSchema(SCHEMA, ROLE)),
    'role: heal': textOf(roles.healRole(ROLE)),
    'role: foreign settings': textOf(roles.FOREIGN_SETTINGS),
    'role: temporary tables': textOf(roles.MAY_MAKE_TEMPORARY),
    'role: close database': textOf(roles.CLOSE_DATABASE),
    'role: former': textOf(roles.dropFormerRole(SCHEMA)),
    ...numbered('role: grants', roles.grantsSql(SCHEMA, ROLE, ENTITIES, true)),
  };
}

function tables(): Statements {
  const searched = { ...fixtureEntity('Customer'), searchable: true };
  return Object.assign(
    {},
    ...[searched, bills.bill, entityOf('Order')].map((entity) => {
      const { name, create, columns, indexes, foreignKeys } = wantedTable(entity, {
        catalogue: bills.ctx.catalogue,
        trigrams: 'ext',
      });
      const beside = indexes.flatMap((index) => index.beside ?? []);
      const parts = [create, ...[...columns, ...indexes, ...foreignKeys].map(({ ddl }) => ddl), ...beside];
      return numbered(`table ${name}`, parts);
    }),
  ) as Statements;
}

function storedValues(): Statements {
  const ctx = fixtureContext();
  const customer = fixtureEntity('Customer');
  const to = (type: Field['type']): Field => ({ ...PLAIN_FIELD, id: '1', entityName: 'A', name: 'B', type });
  const conversions = FIELD_TYPES.flatMap((from) =>
    VALUE_TYPES.flatMap((type) => {
      const found = conversionOf(from, to(type));
      return found ? [[`convert ${from} to ${type}`, `${textOf(found.fits)} | ${textOf(found.using)}`] as const] : [];
    }),
  );
  const tests = [...customer.fields.values()].flatMap((field) => stored.valueTests(ctx, field));
  const taxId = customer.fields.get('taxid')!;
  return {
    ...Object.fromEntries(conversions),
    'stored values': textOf(stored.compileBroken(ctx, customer, [...tests.map(({ broken }) => broken), raw('true')])),
    'stored texts': textOf(stored.compileTexts(ctx, customer, taxId)),
    'stored duplicates': textOf(stored.compileDuplicates(ctx, customer, [taxId])),
  };
}

const rights = (): Statements => {
  const ctx = fixtureContext();
  return {
    'rights: members': textOf(members.compileMembers(ctx)),
    'rights: assigned users': textOf(members.compileAssignedUsers(ctx)),
    'rights: naming documents': textOf(members.compileNamingDocuments(ctx)),
    'rights: occupied': textOf(members.compileOccupied(ctx, ['Customer', 'Order'])),
    'rights: query names': textOf(members.compileQueryNames(ctx)),
    'rights: published views': textOf(members.compilePublishedViews(ctx)),
    'rights: owners': textOf(members.compileOwners(ctx)),
    'rights: namesakes': textOf(members.compileNamesakes(ctx)),
  };
};

const definitions = (): Statements => {
  const ctx = fixtureContext();
  return {
    'system records': textOf(compileSystemRecords(ctx)),
    administrators: textOf(compileAdministrators(ctx)),
  };
};

const DAY = '2026-01-31';
const ENTITY = { environmentId: '1', kinds: new Set(['A']) };

const changeLog = (): Statements => ({
  'log: head': headSql(DAY),
  'log: read': readNewSql(DAY),
  'log: read a range': readSql(DAY, wantedSql(ENTITY)),
  'log: large transactions': largeSql(DAY),
});

/** Everything that is about routines, tables, rights and the log. */
export const platformStatements = (): Rooms => ({
  routines: routines(),
  schema: tables(),
  'schema-migration': storedValues(),
  rights: rights(),
  definitions: definitions(),
  changes: changeLog(),
});

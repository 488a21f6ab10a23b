import { compileOutcome } from '#core/changes/operation.sql.js';
import { compileDelete, compileChecksOfDeleted, compileLockMatched } from '#records/core/deletes/delete-records.sql.js';
import { PURGE } from '#core/changes/sources.js';
import { restoreChecks, restoredLookups } from '#records/core/deletes/restoration.js';
import { compileRestore } from '#records/core/deletes/restore-records.sql.js';
import { compileFindRejectedRows } from '#records/core/inserts/find-rejected-rows.sql.js';
import type { InsertPlan } from '#records/core/inserts/insert-plan.js';
import { compileInsert, compileStored } from '#records/core/inserts/insert-records.sql.js';
import { planInsert } from '#records/core/inserts/plan-insert.js';
import { planSharedInsert } from '#records/core/inserts/plan-shared-insert.js';
import { planMatch } from '#records/core/matching/plan-match.js';
import { compileLockParents } from '#records/core/rollups/affected-parents.sql.js';
import { followingRollups } from '#records/core/rollups/following-rollups.js';
import { compileRecompute } from '#records/core/rollups/recompute-rollups.sql.js';
import { compileRefresh, planRefresh } from '#records/core/rollups/refresh-rollups.sql.js';
import { rollupParents } from '#records/core/rollups/rollup-parents.js';
import { Args } from '#core/statements/args.js';
import { compileGivenRecords } from '#records/core/updates/follow-record.sql.js';
import { planUpdate } from '#records/core/updates/plan-update.js';
import { compileUpdate } from '#records/core/updates/update-records.sql.js';
import * as bills from '../../unit/records/core/rollups/bills.js';
import {
  draftOf,
  entityOf,
  givenId,
  matching,
  updateOf,
  writer,
} from '../../unit/records/core/inserts/write-fixture.js';
import { textOf, type Rooms, type Statements } from './sql-of.js';
import { allAtOnce } from '#core/steps.js';

const MODES = ['store', 'explain', 'image', 'part'] as const;
const SCOPED = { create: 'Team', read: 'Own', update: 'Team', delete: 'Own' } as const;
/** An administrator, and a caller whose scopes every check has to look at. */
const WRITERS = {
  '': writer(),
  ', scoped': writer(
    Object.fromEntries(
      ['Tag', 'Customer', 'Order', 'Line', 'Region'].map((name) => [
        name,
        { ...SCOPED, ...(name === 'Region' && { read: 'All' as const }) },
      ]),
    ),
  ),
} as const;
const modesOf = (who: string): readonly (typeof MODES)[number][] => (who === '' ? MODES : ['store']);
const INSERTS: Readonly<Record<string, readonly [entity: string, fields: object]>> = {
  'one record': ['Tag', { Label: 'x' }],
  'an owner': ['Tag', { OwnerId: givenId(7) }],
  'a matched lookup': ['Tag', { RegionId: { Match: { FieldName: 'Name', Value: 'North' } } }],
  'a number, a status and children': ['Order', { CustomerId: givenId(1), Lines: [{ Quantity: 1 }, {}] }],
  'a new target': ['Order', { CustomerId: givenId(1), BillToId: { Name: 'New' } }],
  'rules and hooks': ['Customer', { Name: 'x', RegionId: givenId(1), Orders: [{ Title: 'a' }] }],
};
const UPDATES: Readonly<Record<string, readonly [entity: string, fields: object]>> = {
  'one field': ['Tag', { Label: 'y' }],
  'an owner': ['Tag', { OwnerId: givenId(8) }],
  'a matched lookup': ['Tag', { RegionId: { Match: { FieldName: 'Name', Value: 'North' } } }],
  'another target of OwnerFrom': ['Order', { CustomerId: givenId(8) }],
  'unique values': ['Order', { Title: 'y' }],
  'what is immutable': ['Customer', { Code: 'y', Grade: 'A' }],
};

const insertText = (plan: InsertPlan, ctx = writer()): string => textOf(compileInsert(ctx, plan));

function inserts(): Statements {
  const cases = Object.entries(INSERTS).flatMap(([name, [entity, fields]]) =>
    Object.entries(WRITERS).flatMap(([who, ctx]) =>
      modesOf(who).map((mode) => {
        const plan = planInsert(ctx, draftOf(entity, fields, ctx), { mode });
        return [`insert ${name}, ${mode}${who}`, insertText(plan, ctx)] as const;
      }),
    ),
  );
  const ctx = writer();
  const shared = ['a', 'b'].map((Label, i) => ({
    correlationId: givenId(i),
    principal: ctx.principal,
    draft: draftOf('Tag', { Label }, ctx),
  }));
  const rejected = planInsert(ctx, draftOf('Order', { Title: 'a' }), { mode: 'explain' });
  return {
    ...Object.fromEntries(cases),
    'insert of several calls': insertText(planSharedInsert(ctx, shared, false)),
    'insert of several callers': insertText(planSharedInsert(ctx, shared, true)),
    'insert of several calls, Ids alone': insertText(planSharedInsert(ctx, shared, false), {
      ...ctx,
      preferences: { ...ctx.preferences, returnId: true },
    }),
    'stored record': textOf(compileStored(WRITERS[', scoped'], entityOf('Tag'), new Args(ctx).add('', 'uuid'))),
    'rejected rows': textOf(compileFindRejectedRows(ctx, rejected)),
  };
}

function updates(): Statements {
  const cases = Object.entries(UPDATES).flatMap(([name, [entity, fields]]) =>
    Object.entries(WRITERS).flatMap(([who, ctx]) =>
      modesOf(who).map((mode) => {
        const match = { ...matching(ctx, entity, 'Id', 3, givenId(5)), expectedVersion: '4' };
        const plan = planUpdate(ctx, updateOf(entity, fields, ctx), match, mode);
        return [`update ${name}, ${mode}${who}`, textOf(compileUpdate(ctx, plan))] as const;
      }),
    ),
  );
  const ctx = writer();
  return {
    ...Object.fromEntries(cases),
    'records with another owner': textOf(compileGivenRecords(ctx, entityOf('Order'))),
  };
}

function deletes(): Statements {
  const ctx = WRITERS[', scoped'];
  const match = matching(ctx, 'Tag', 'Id', 3, givenId(5));
  const plan = planMatch(ctx, entityOf('Tag'), 'delete', match, true);
  const args = new Args(ctx);
  const ids = args.add([givenId(1)], 'uuid[]');
  const hook = { kind: 'hook', criterion: { kind: 'constant', value: true } } as const;
  const check = { group: 0, test: hook, code: 'HookRejected', message: 'No.', reads: [] } as const;
  const gone = (...names: readonly string[]) =>
    names.map((name) => ({ entity: entityOf(name), hard: name === 'Tag', ids }));
  return {
    'delete: matched': textOf(compileLockMatched(ctx, plan, [check])),
    'delete: judged': textOf(compileChecksOfDeleted(ctx, entityOf('Tag'), [check], ids)),
    'delete: hard': textOf(compileDelete(ctx, gone('Tag'))),
    'delete: soft cascade': textOf(compileDelete(ctx, gone('Order', 'Line'), { mode: 'part' })),
    purge: textOf(compileDelete(ctx, gone('Tag'), { mode: 'store', source: PURGE })),
    'delete: users': textOf(compileDelete(ctx, [{ entity: ctx.catalogue.entity('User'), hard: false, ids }])),
  };
}

function outcomes(): Statements {
  const ctx = writer();
  const ids = new Args(ctx).add([], 'uuid[]');
  return {
    outcome: textOf(compileOutcome(ctx, { entity: entityOf('Tag'), operation: 'Upsert' }, ids)),
    'outcome of a batch': textOf(compileOutcome(ctx, { operation: 'Batch' }, ids)),
    'outcome of committed steps': textOf(compileOutcome(ctx, { operation: 'Batch', isCommitted: true }, ids)),
  };
}

function restores(): Statements {
  const ctx = writer();
  const restored = (...names: readonly string[]): string => {
    const args = new Args(ctx);
    const rows = names.map((name) => ({ entity: entityOf(name), ids: args.add([givenId(1)], 'uuid[]') }));
    const lookups = rows.map(({ entity }) => restoredLookups(ctx.catalogue, rows, entity));
    const checks = rows.flatMap((group, i) => restoreChecks(ctx, group, lookups[i], i));
    return textOf(compileRestore(ctx, rows, lookups, checks));
  };
  return {
    'restore: one entity': restored('Tag'),
    'restore: a record with children': restored('Customer', 'Order', 'Line'),
  };
}

function rollups(): Statements {
  const { ctx, bill, line } = bills;
  const plan = planRefresh(ctx, bill, bills.rollups, [givenId(1)]);
  const [group] = allAtOnce(followingRollups(ctx.catalogue, new Set([line.fields.get('quantity')!])));
  return {
    'rollups: locked parents': textOf(compileLockParents(ctx, rollupParents(ctx.catalogue, line))),
    'rollups: refreshed': textOf(compileRefresh(ctx, plan)),
    'rollups: recomputed': textOf(compileRecompute(ctx, group, new Args(ctx))),
  };
}

/** Everything that changes records. */
export const writeStatements = (): Rooms => ({
  changes: outcomes(),
  inserts: inserts(),
  updates: updates(),
  deletes: { ...deletes(), ...restores() },
  rollups: rollups(),
});

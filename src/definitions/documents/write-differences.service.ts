import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { fileMembers } from '#definitions/core/documents/file-members.js';
import type { DefinitionDifference } from '#definitions/core/documents/definition-difference.js';
import { FILE_KINDS, type FileKind } from '#definitions/core/documents/file-kinds.js';
import { NAME_FIELD, nameHolders } from '#definitions/core/documents/name-holders.js';
import { Drafter } from '#records/core/drafts/draft-records.js';
import { DomainError } from '#core/errors.js';
import { byId, withIds } from '#records/core/matching/match-records.js';
import { mapped, type Steps } from '#core/steps.js';
import type { Assignment } from '#core/requests/assignments.js';
import type { Transaction } from '#platform/database/transaction.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { DeleteSteps, draftUpdate, HookedInsert, OutcomeRepository, UpdateSteps } from '#records/index.js';

/** Number of new records per statement. */
const CHUNK_ROWS = 500;

/** Counts the written definitions. */
export type WriteProgress = (written: number) => void;

/** Writes the differences of a document as records, by the ordinary steps of inserts, updates and deletes. */
@Injectable()
export class WriteDifferences {
  constructor(
    private readonly inserts: HookedInsert,
    private readonly updates: UpdateSteps,
    private readonly deletes: DeleteSteps,
    private readonly outcomes: OutcomeRepository,
  ) {}

  /**
   * Writes in the order of the kinds, so that targets exist before what refers to them, and records the outcome.
   * @returns the entities whose records it may have changed
   * @throws {DomainError} with the faults of all values before the first statement
   */
  async write(
    ctx: RequestContext,
    differences: readonly DefinitionDifference[],
    tx: Transaction,
    progress: WriteProgress = () => undefined,
  ): Promise<readonly Entity[]> {
    const { inserts, updates } = await inSlices(prepared(ctx, differences));
    const written = new Set<Entity>();
    for (const holder of await inSlices(nameHolders(differences))) await this.#update(ctx, unnamed(ctx, holder), tx);
    for (const kind of FILE_KINDS) {
      for (const { drafter, count } of inserts.filter((each) => each.kind === kind)) {
        await this.inserts.insert(ctx, drafter.finish(), { tx, mode: 'part' });
        written.add(ctx.catalogue.entity(kind.entity));
        progress(count);
      }
      for (const update of updates.filter((each) => each.kind === kind)) {
        for (const entity of await this.#update(ctx, update, tx)) written.add(entity);
        progress(1);
      }
    }
    for (const entity of await this.#deleteAll(ctx, differences, tx, progress)) written.add(entity);
    const ids = differences.map(({ id }) => id);
    await this.outcomes.record(ctx, { operation: 'Batch' }, ids, tx);
    return [...written];
  }

  async #update(
    ctx: RequestContext,
    { kind, id, update }: PreparedUpdate,
    tx: Transaction,
  ): Promise<readonly Entity[]> {
    const entity = ctx.catalogue.entity(kind.entity);
    return (await this.updates.update(ctx, update, byId(ctx, entity, id), { tx, mode: 'part' })).written;
  }

  async #deleteAll(
    ctx: RequestContext,
    differences: readonly DefinitionDifference[],
    tx: Transaction,
    progress: WriteProgress,
  ): Promise<readonly Entity[]> {
    const deletes = differences.filter(({ action }) => action === 'Delete');
    const deleted = new Set(deletes.map(({ id }) => id));
    const written: Entity[] = [];
    for (const kind of FILE_KINDS.toReversed()) {
      // Parts go with the definition that they belong to.
      const gone = deletes.filter(
        (each) => each.kind === kind && (each.parentId === undefined || !deleted.has(each.parentId)),
      );
      written.push(...(await this.#delete(ctx, kind, gone, tx)));
      progress(gone.length);
    }
    return written;
  }

  async #delete(
    ctx: RequestContext,
    kind: FileKind,
    gone: readonly DefinitionDifference[],
    tx: Transaction,
  ): Promise<readonly Entity[]> {
    if (gone.length === 0) return [];
    const entity = ctx.catalogue.entity(kind.entity);
    const ids = gone.map(({ id }) => id);
    const { written } = await this.deletes.delete(ctx, entity, withIds(ctx, entity, ids), { tx, mode: 'part' });
    return written;
  }
}

/** New records of one kind, drafted for one statement. */
interface PreparedInsert {
  readonly kind: FileKind;
  readonly drafter: Drafter;
  readonly count: number;
}

interface PreparedUpdate {
  readonly kind: FileKind;
  readonly id: string;
  readonly update: ReturnType<typeof draftUpdate>;
}

interface PreparedWrites {
  readonly inserts: readonly PreparedInsert[];
  readonly updates: readonly PreparedUpdate[];
}

/** Drafts all writes. @throws {DomainError} with the faults of all of them */
function* prepared(ctx: RequestContext, differences: readonly DefinitionDifference[]): Steps<PreparedWrites> {
  const inserts: PreparedInsert[] = [];
  const updates: PreparedUpdate[] = [];
  for (const kind of FILE_KINDS) {
    const of = (action: string): readonly DefinitionDifference[] =>
      differences.filter((each) => each.kind === kind && each.action === action);
    const names = memberNames(ctx, kind);
    inserts.push(...(yield* preparedInserts(ctx, kind, of('Create'), names)));
    const change = (difference: DefinitionDifference): PreparedUpdate =>
      preparedUpdate(ctx, difference, assignmentsOf(difference, names));
    for (const update of yield* mapped(of('Update'), change)) updates.push(update);
  }
  const faults = [
    ...inserts.flatMap(({ drafter }) => drafter.faults.list),
    ...updates.flatMap(({ update }) => update.nested.faults),
  ];
  if (faults.length > 0) throw new DomainError(...faults);
  return { inserts, updates };
}

function* preparedInserts(
  ctx: RequestContext,
  kind: FileKind,
  created: readonly DefinitionDifference[],
  names: MemberNames,
): Steps<readonly PreparedInsert[]> {
  const inserts: PreparedInsert[] = [];
  for (let start = 0; start < created.length; start += CHUNK_ROWS) {
    const chunk = created.slice(start, start + CHUNK_ROWS);
    const drafter = new Drafter(ctx, uuidV7);
    for (const difference of chunk) {
      const { id, path = '', parentId } = difference;
      const parent = kind.parent && { name: kind.parent.field, value: parentId!, path };
      const own = [{ name: 'Id', value: id, path: `${path}.Id` }, ...(parent ? [parent] : [])];
      const assignments = [...own, ...assignmentsOf(difference, names)];
      drafter.add(ctx.catalogue.entity(kind.entity), assignments, { path, depth: 0 });
      yield;
    }
    inserts.push({ kind, drafter, count: chunk.length });
  }
  return inserts;
}

const preparedUpdate = (
  ctx: RequestContext,
  { kind, id }: DefinitionDifference,
  assignments: readonly Assignment[],
): PreparedUpdate => ({ kind, id, update: draftUpdate(ctx, ctx.catalogue.entity(kind.entity), assignments) });

/** Takes its name from a definition for the time of the transaction: it has its id instead. */
const unnamed = (ctx: RequestContext, difference: DefinitionDifference): PreparedUpdate =>
  preparedUpdate(ctx, difference, [{ name: NAME_FIELD, value: difference.id, path: difference.path ?? NAME_FIELD }]);

/** Names of the members of a kind's documents by the names of their fields. */
type MemberNames = ReadonlyMap<string, string>;

const memberNames = ({ catalogue }: RequestContext, kind: FileKind): MemberNames =>
  new Map(fileMembers(catalogue, kind).map(({ name, field }) => [field.name, name]));

/** Lists the values of a difference, each with the path of its member in the document. */
const assignmentsOf = ({ path, values }: DefinitionDifference, names: MemberNames): readonly Assignment[] =>
  [...values].map(([name, value]) => ({ name, value, path: `${path}.${names.get(name) ?? name}` }));

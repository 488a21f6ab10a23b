import { requireCreate, requireCreateOf } from '#core/rights/access.js';
import { relationNamed, type Entity, type Relation } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { requireWritable } from '#core/catalogue/writable.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError, type Fault, type Faults } from '#core/errors.js';
import { isArray, kindOf, type JsonValue } from '#core/json/json.js';
import { readerOf } from '#core/context/reader-of.js';
import type { ShapeReader } from '#core/shapes/shape-reader.js';
import { defaultValue } from '#core/fields/defaults.js';
import { checkValue } from '#core/fields/field-rules.js';
import { readNestedRecord, type Assignment } from '#core/requests/assignments.js';
import { requireFewAssignments } from './assignment-limit.js';
import type { AssignedPaths, Draft, DraftGroup, DraftRow, InlineUpdate } from './draft.js';
import { newSpelled, takesNamed } from './entity-names.js';
import { isLeftOut, placeInOrder } from './left-out.js';
import { leadsToRecord, writeFault } from './field-right.js';
import { readLookup, type LookupValue } from './lookup-value.js';
import { isOwnerMatch, ownerOf, writeSystemField } from './system-field.js';
import { unknownName } from './unknown-name.js';

/**
 * Maximum number of levels below the root record, and of records on them (docs/interface/records.md#nested-records).
 */
export const MAX_DEPTH = 5;
export const MAX_NESTED = 1_000;

/** Lookup from a nested record to its parent. */
interface ToParent {
  readonly field: string;
  readonly targetId: string;
}

/** Position of a record: its path in the body, its depth, and its parent if it is a child. */
interface Position {
  readonly path: string;
  readonly depth: number;
  readonly link?: ToParent;
}

/** Position of a record without nested ones; many such records share their paths. */
interface FlatPlace extends Position {
  readonly paths: AssignedPaths;
}

/** Turns assignments into typed records, nested ones included, and collects their faults. */
export class Drafter {
  readonly #groups = new Map<string, DraftGroup>();
  readonly #rows = new Map<string, DraftRow>();
  readonly #inlineUpdates: InlineUpdate[] = [];

  /**
   * @param newId creates a UUID.
   * @param log receives lines about ignored members of nested records.
   */
  constructor(
    private readonly ctx: RequestContext,
    private readonly newId: () => string,
    log: string[] = [],
    private readonly shared = { reader: readerOf(ctx, log), nested: 0 },
  ) {}

  /** Reader of nested values. */
  get reader(): ShapeReader {
    return this.shared.reader;
  }

  get faults(): Faults {
    return this.reader.faults;
  }

  /** Creates a drafter for another step of the same request, which shares faults and counts. */
  apart(): Drafter {
    return new Drafter(this.ctx, this.newId, this.reader.log, this.shared);
  }

  /** Counts a nested record; @throws {DomainError} TooManyRows above `MAX_NESTED`. */
  count(path: string): void {
    if (++this.shared.nested <= MAX_NESTED) return;
    const message = `One write takes at most ${MAX_NESTED} nested records.`;
    throw new DomainError({ code: 'TooManyRows', message, path });
  }

  finish(): Draft {
    return { groups: [...this.#groups.values()], inlineUpdates: this.#inlineUpdates, faults: this.faults.list };
  }

  /** Adds a record and everything nested in it. */
  add(entity: Entity, assignments: readonly Assignment[], place: Position = { path: '', depth: 0 }): DraftRow {
    if (!this.#groups.has(entity.name)) requireCreate(this.ctx, entity);
    if (place.depth > 0) requireWritable(entity, 'create');
    requireFewAssignments(entity, assignments);
    const paths = new Map<string, string>();
    const row = this.#start(entity, place, paths);
    if (place.link) row.values.set(place.link.field, place.link.targetId);
    const children: { readonly relation: Relation; readonly assignment: Assignment }[] = [];
    for (const assignment of assignments) {
      const relation = this.#assign(row, assignment, place, paths);
      if (relation) children.push({ relation, assignment });
    }
    this.#complete(row);
    // Children come last, in any order of the body, because they need the record's Id and may take its owner.
    for (const { relation, assignment } of children) this.#addChildren(row, relation, assignment, place.depth + 1);
    return row;
  }

  /** Adds a record without nested ones; `fields` are distinct, and each has its element of `assignments`. */
  addFlat(entity: Entity, fields: readonly Field[], assignments: readonly Assignment[], place: FlatPlace): DraftRow {
    if (!this.#groups.has(entity.name)) requireCreate(this.ctx, entity);
    const row = this.#start(entity, place, place.paths);
    fields.forEach((field, i) => this.#assignField(row, field, assignments[i], place));
    this.#complete(row);
    return row;
  }

  /** Adds a record without values to its group. */
  #start(entity: Entity, { path, depth }: Position, paths: AssignedPaths): DraftRow {
    if (depth > 0) this.count(path);
    const row: DraftRow = {
      entity,
      id: this.newId(),
      recordInformationId: this.newId(),
      path,
      values: new Map(),
      matches: new Map(),
      paths,
      faulty: new Set(),
      ownerId: null,
      statusId: entity.initialStatusId ?? null,
    };
    const group = this.#groups.get(entity.name) ?? { entity, rows: [] };
    this.#groups.set(entity.name, group);
    group.rows.push(row);
    return row;
  }

  /** Handles one assignment; returns the relation if it assigns children, which are drafted later. */
  #assign(row: DraftRow, assignment: Assignment, place: Position, paths: Map<string, string>): Relation | undefined {
    const { entity } = row;
    const name = assignment.name.toLowerCase();
    const field = entity.fields.get(name);
    const relation = field ? undefined : relationNamed(entity, name);
    const key = field?.name ?? relation?.name ?? name;
    if (paths.has(key)) {
      this.#fault(row, assignment, `${key} is assigned twice.`, field);
      return undefined;
    }
    paths.set(key, assignment.path);
    if (field) this.#assignField(row, field, assignment, place);
    else if (!relation) this.faults.push(unknownName(entity, assignment, this.faults));
    return relation;
  }

  #assignField(row: DraftRow, field: Field, assignment: Assignment, place: Position): void {
    const fault = writeFault(this.ctx, field, assignment.path);
    if (fault) this.#refuse(row, field, fault);
    else if (isOwnerMatch(field, assignment.value)) {
      this.#assignLookup(row, field, assignment, place);
    } else if (field.isSystem) {
      const problem = writeSystemField(row, field, assignment.value, this.#rows);
      if (problem) this.#fault(row, assignment, problem, field);
    } else if (field.readOnly) {
      this.#fault(row, assignment, `${field.name} is set by the service.`, field);
    } else if (place.link?.field === field.name) {
      this.#fault(row, assignment, `${field.name} is set by the parent record.`, field);
    } else if (leadsToRecord(field, assignment.value)) {
      this.#assignLookup(row, field, assignment, place);
    } else {
      this.#setValue(row, field, assignment);
    }
  }

  #setValue(row: DraftRow, field: Field, { value, path }: Assignment): void {
    const checked = checkValue(field, value, path, this.reader.patternWork);
    if (checked.faults.length > 0) this.#refuse(row, field, ...checked.faults);
    else row.values.set(field.name, newSpelled(row, field, checked.value, this.ctx.catalogue, this.#rows));
  }

  #assignLookup(row: DraftRow, field: Field, assignment: Assignment, place: Position): void {
    const target = this.ctx.catalogue.entity(field.target!);
    const found: LookupValue = readLookup(this.ctx, target, field, assignment, this.reader);
    if (found.kind === 'id') row.values.set(field.name, found.id);
    else if (found.kind === 'match') row.matches.set(field.name, found.match);
    else if (found.kind === 'update') {
      row.values.set(field.name, found.update.id);
      this.#inlineUpdates.push(found.update);
    } else if (found.kind === 'create' && this.deepEnough(place.depth + 1, assignment)) {
      const nested = this.add(target, found.assignments, { path: `${assignment.path}.Value`, depth: place.depth + 1 });
      row.values.set(field.name, nested.id);
    } else row.faulty.add(field.name);
  }

  #addChildren(row: DraftRow, relation: Relation, assignment: Assignment, depth: number): void {
    const { value, path } = assignment;
    if (value === null || !this.deepEnough(depth, assignment)) return;
    if (!isArray(value)) {
      return this.#fault(row, assignment, `${relation.name} takes an array of records, not ${kindOf(value)}.`);
    }
    const child = this.ctx.catalogue.entity(relation.childEntity);
    const link = { field: relation.childField, targetId: row.id };
    value.forEach((item: JsonValue, i) => {
      const at = `${path}.Value[${i}]`;
      const assignments = readNestedRecord(item, at, child, this.reader);
      if (assignments)
        this.add(child, [...assignments, ...placeInOrder(child, assignments, i)], { path: at, depth, link });
    });
  }

  /** Checks the depth of a record; adds a fault and returns false beyond `MAX_DEPTH`. */
  deepEnough(depth: number, { path }: Pick<Assignment, 'path'>): boolean {
    if (depth <= MAX_DEPTH) return true;
    this.faults.add('Validation', `Records nest at most ${MAX_DEPTH} levels deep.`, { path });
    return false;
  }

  /** Applies defaults, then Required; the owner last, because it may come from a record of the same draft. */
  #complete(row: DraftRow): void {
    const { catalogue, at, principal } = this.ctx;
    const clock = { at, timeZone: catalogue.environment.settings.timeZone, userId: principal.userId };
    for (const field of row.entity.fields.values()) {
      if (!isLeftOut(row, field)) continue;
      const value = defaultValue(field, clock);
      if (value !== null) row.values.set(field.name, value);
      else if (field.required && !takesNamed(row, field, catalogue, this.faults)) this.#missing(row, field);
    }
    requireCreateOf(this.ctx, row.entity, row.values);
    this.#rows.set(row.id, row);
    row.ownerId ??= ownerOf(row, this.#rows, principal.userId);
  }

  #missing(row: DraftRow, { name }: Field): void {
    row.faulty.add(name);
    const where = { fieldName: name, path: row.path || 'Fields', params: { Rule: 'Required' } };
    this.faults.add('FieldRule', `${name} is required.`, where);
  }

  #refuse(row: DraftRow, field: Field, ...faults: readonly Fault[]): void {
    row.faulty.add(field.name);
    this.faults.push(...faults);
  }

  #fault(row: DraftRow, { path }: Assignment, message: string, field?: Field): void {
    if (field) row.faulty.add(field.name);
    this.faults.add('Validation', message, { path, ...(field && { fieldName: field.name }) });
  }
}

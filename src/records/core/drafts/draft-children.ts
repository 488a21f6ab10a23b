import { requireScope } from '#core/rights/access.js';
import type { Entity, Relation } from '#core/catalogue/entity.js';
import { requireWritable } from '#core/catalogue/writable.js';
import type { RequestContext } from '#core/context/context.js';
import { isArray, isObject, kindOf, type JsonValue } from '#core/json/json.js';
import { checkValue } from '#core/fields/field-rules.js';
import { readChildChanges, readNestedRecord, type Assignment } from '#core/requests/assignments.js';
import type { Drafter } from './draft-records.js';
import type { ChildrenDraft, ChildUpdate, NamedChild, PreparedUpdate } from './update-draft.js';

/** Placeholder for the Id of the parent record, which is known after the match. */
const UNKNOWN_PARENT = '00000000-0000-4000-8000-000000000000';

/** Assignments of one child, before they are drafted. */
export interface ChildAssignments {
  readonly entity: Entity;
  readonly assignments: readonly Assignment[];
  /** Name of the lookup to the parent record. */
  readonly link: string;
}

/** Drafts the update of a child, including its own children. */
export type DraftChild = (child: ChildAssignments) => PreparedUpdate;

/** Relation, assignment and nesting depth of children. */
export interface ChildrenPlace {
  readonly relation: Relation;
  readonly assignment: Assignment;
  readonly depth: number;
}

/**
 * Reads `{"Create": [records], "Update": [records with their Id], "Delete": [Ids]}`
 * (docs/interface/records.md#children-in-an-update).
 */
export class ChildrenDrafter {
  readonly #child: Entity;
  readonly #path: string;
  readonly #named = new Set<string>();

  /** @param drafter collects faults and counts nested records. */
  constructor(
    private readonly ctx: RequestContext,
    private readonly place: ChildrenPlace,
    private readonly drafter: Drafter,
    private readonly draftChild: DraftChild,
  ) {
    this.#child = ctx.catalogue.entity(place.relation.childEntity);
    this.#path = `${place.assignment.path}.Value`;
  }

  /**
   * Reads the value; returns `undefined`, and adds a fault, if it has another shape.
   * @throws {DomainError} ScopeNone, TooManyRows
   */
  read(): ChildrenDraft | undefined {
    const { relation, assignment, depth } = this.place;
    const { value, path } = assignment;
    if (!isObject(value)) {
      const message =
        `${relation.name} takes {"Create": [records], "Update": [records with their Id], "Delete": [Ids]}, not ` +
        `${kindOf(value)}.`;
      this.#fault(message, path);
      return undefined;
    }
    if (!this.drafter.deepEnough(depth, assignment)) return undefined;
    const { created, updated, deleted } = readChildChanges(value, this.#path, this.drafter.faults);
    this.#requireScopes(updated, deleted);
    const deletes = deleted.flatMap((item, i) => this.#delete(item, `${this.#path}.Delete[${i}]`));
    const updates = updated.flatMap((item, i) => this.#update(item, `${this.#path}.Update[${i}]`));
    return { relation, path, deletes, updates, ...this.#create(created) };
  }

  #requireScopes(updated: readonly JsonValue[], deleted: readonly JsonValue[]): void {
    if (updated.length + deleted.length === 0) return;
    for (const [write, children] of [
      ['update', updated],
      ['delete', deleted],
    ] as const) {
      if (children.length === 0) continue;
      requireWritable(this.#child, write);
      requireScope(this.ctx, this.#child, write);
    }
  }

  #create(items: readonly JsonValue[]): Pick<ChildrenDraft, 'created' | 'roots'> {
    const { relation, depth } = this.place;
    const drafter = this.drafter.apart();
    const link = { field: relation.childField, targetId: UNKNOWN_PARENT };
    const roots = items.flatMap((item, i) => {
      const path = `${this.#path}.Create[${i}]`;
      const assignments = this.#assignments(item, path);
      return assignments ? [drafter.add(this.#child, assignments, { path, depth, link })] : [];
    });
    return { created: drafter.finish(), roots };
  }

  #update(item: JsonValue, path: string): readonly ChildUpdate[] {
    this.drafter.count(path);
    const given = this.#assignments(item, path);
    if (!given) return [];
    const named = given.find(({ name }) => name.toLowerCase() === 'id');
    if (!named) return this.#fault(`${path}: a record to update must have its Id.`, path);
    const assignments = given.filter((each) => each !== named);
    const child = { entity: this.#child, assignments, link: this.place.relation.childField };
    const prepared = this.draftChild(child);
    return this.#name(named.value, named.path).map(({ id }) => ({ id, path, prepared }));
  }

  #delete(item: JsonValue, path: string): readonly NamedChild[] {
    this.drafter.count(path);
    return this.#name(item, path);
  }

  /** Reads the Id of a child; a repeated Id is a fault. */
  #name(json: JsonValue, path: string): readonly NamedChild[] {
    const { value, faults } = checkValue(this.#child.fields.get('id')!, json, path);
    this.drafter.faults.push(...faults);
    if (faults.length > 0) return [];
    if (typeof value !== 'string') return this.#fault(`${path} must be the Id of a ${this.#child.name}.`, path);
    if (this.#named.has(value)) return this.#fault(`${path}: this record is named twice.`, path);
    this.#named.add(value);
    return [{ id: value, path }];
  }

  #assignments(item: JsonValue, path: string): readonly Assignment[] | undefined {
    if (isArray(item) || isObject(item)) return readNestedRecord(item, path, this.#child, this.drafter.reader);
    this.#fault(`${path} must be an object or an array of field assignments, not ${kindOf(item)}.`, path);
    return undefined;
  }

  #fault(message: string, path: string): readonly never[] {
    this.drafter.faults.add('Validation', message, { path });
    return [];
  }
}

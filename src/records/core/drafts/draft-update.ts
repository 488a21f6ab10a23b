import { maySet } from '#core/rights/access.js';
import { relationNamed, type Entity, type Relation } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import { checkValue } from '#core/fields/field-rules.js';
import type { Assignment } from '#core/requests/assignments.js';
import type { InlineUpdate } from './draft.js';
import { requireFewAssignments } from './assignment-limit.js';
import type { Drafter } from './draft-records.js';
import { ChildrenDrafter, type ChildAssignments } from './draft-children.js';
import { spelled } from './entity-names.js';
import { leadsToRecord, writeFault } from './field-right.js';
import { readLookup } from './lookup-value.js';
import { isOwnerMatch, updateRefusal } from './system-field.js';
import { unknownName } from './unknown-name.js';
import type { ChildrenDraft, PreparedUpdate, Setting } from './update-draft.js';

/** Depth of the record, and the name of its lookup to its parent. */
interface UpdatePlace {
  readonly depth: number;
  readonly link?: string;
}

/** Reads the assignments of an update; faults and nested records go to the drafter. */
export class UpdateDrafter {
  readonly #settings = new Map<string, Setting>();
  readonly #inlineUpdates: InlineUpdate[] = [];
  readonly #children: ChildrenDraft[] = [];

  /** @param place of a nested child; the default is the record of the request itself. */
  constructor(
    private readonly ctx: RequestContext,
    private readonly entity: Entity,
    private readonly nested: Drafter,
    private readonly place: UpdatePlace = { depth: 0 },
  ) {}

  read(assignments: readonly Assignment[]): PreparedUpdate {
    requireFewAssignments(this.entity, assignments);
    const given = new Set<string>();
    for (const assignment of assignments) {
      const field = this.entity.fields.get(assignment.name.toLowerCase());
      const relation = field ? undefined : relationNamed(this.entity, assignment.name);
      const name = field?.name ?? relation?.name ?? assignment.name;
      if (given.has(name)) this.#fault(assignment, `${name} is assigned twice.`, field);
      else if (field) this.#assign(field, assignment);
      else if (relation) this.#assignChildren(relation, assignment);
      else this.nested.faults.push(unknownName(this.entity, assignment, this.nested.faults));
      given.add(name);
    }
    const { entity } = this;
    const settings = [...this.#settings.values()];
    const draft = { entity, settings, inlineUpdates: this.#inlineUpdates, children: this.#children };
    return { draft, nested: this.nested.finish() };
  }

  #assignChildren(relation: Relation, assignment: Assignment): void {
    const depth = this.place.depth + 1;
    const draftChild = ({ entity, assignments, link }: ChildAssignments): PreparedUpdate =>
      new UpdateDrafter(this.ctx, entity, this.nested.apart(), { depth, link }).read(assignments);
    const children = new ChildrenDrafter(this.ctx, { relation, assignment, depth }, this.nested, draftChild).read();
    if (children) this.#children.push(children);
  }

  #assign(field: Field, assignment: Assignment): void {
    const refused = updateRefusal(field);
    if (refused) return this.#fault(assignment, refused, field);
    if (field.name === this.place.link)
      return this.#fault(assignment, `${field.name} is set by the parent record.`, field);
    if (!maySet(this.ctx, this.entity, field.name)) return this.#refuse(field, assignment);
    const fault = writeFault(this.ctx, field, assignment.path);
    if (fault) {
      this.nested.faults.push(fault);
      return;
    }
    if (leadsToRecord(field, assignment.value) || isOwnerMatch(field, assignment.value))
      return this.#assignLookup(field, assignment);
    const { value, faults } = checkValue(field, assignment.value, assignment.path, this.nested.reader.patternWork);
    this.nested.faults.push(...faults);
    if (faults.length > 0) return;
    this.#set({ field, value: spelled(field, value, this.ctx.catalogue), path: assignment.path });
  }

  #assignLookup(field: Field, assignment: Assignment): void {
    const { path } = assignment;
    const target = this.ctx.catalogue.entity(field.target!);
    const found = readLookup(this.ctx, target, field, assignment, this.nested.reader);
    switch (found.kind) {
      case 'id':
        return this.#set({ field, value: found.id, path });
      case 'match':
        return this.#set({ field, value: found.match.value, matchedBy: found.match.field, path });
      case 'update':
        this.#inlineUpdates.push(found.update);
        return this.#set({ field, value: found.update.id, path });
      case 'create': {
        const depth = this.place.depth + 1;
        if (!this.nested.deepEnough(depth, assignment)) return;
        const row = this.nested.add(target, found.assignments, { path: `${path}.Value`, depth });
        return this.#set({ field, value: row.id, isNew: true, path });
      }
      case 'faulty':
    }
  }

  #set(setting: Setting): void {
    this.#settings.set(setting.field.name, setting);
  }

  /**
   * Adds a fault for a field that the caller's roles do not list as writable
   * (docs/interface/access.md#writable-fields).
   */
  #refuse({ name: fieldName }: Field, { path }: Assignment): void {
    const message = `Your roles may not change ${this.entity.name}.${fieldName}.`;
    const params = { Kind: 'WritableFields', EntityName: this.entity.name };
    this.nested.faults.add('PermissionRequired', message, { fieldName, path, params });
  }

  #fault({ path }: Assignment, message: string, field?: Field): void {
    this.nested.faults.add('Validation', message, { path, ...(field && { fieldName: field.name }) });
  }
}

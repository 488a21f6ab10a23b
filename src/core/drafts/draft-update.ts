import { maySet } from '../access.js';
import type { Entity } from '../catalogue/entity.js';
import type { Field } from '../catalogue/field.js';
import type { RequestContext } from '../context.js';
import { didYouMean } from '../nearest.js';
import { checkValue } from '../values/field-rules.js';
import type { Value } from '../values/value-type.js';
import type { Assignment } from './assignments.js';
import type { InlineUpdate } from './draft.js';
import type { Drafter } from './draft-records.js';
import { readLookup } from './lookup-value.js';

/** A field an update sets, with the value as the caller's assignment gives it. */
export interface Setting {
  readonly field: Field;
  readonly value: Value;
  /** `value` is that of this unique field of the lookup's target. */
  readonly matchedBy?: Field;
  /** The target is a record that this same write creates: there is nothing to look up, and its writer need not read it. */
  readonly isNew?: boolean;
  readonly path: string;
}

/** What an update sets; records that its lookups create are with the drafter. */
export interface UpdateDraft {
  readonly entity: Entity;
  readonly settings: readonly Setting[];
  readonly inlineUpdates: readonly InlineUpdate[];
}

/** Whether an update can change who owns the records: it names an owner, or the lookup they take their owner from. */
export const movesOwner = ({
  entity,
  settings,
}: {
  readonly entity: Entity;
  readonly settings: readonly { readonly field: Field }[];
}): boolean => settings.some(({ field }) => field.name === 'OwnerId' || field === entity.ownerFrom);

/** Why no update may set a field, as a sentence. */
function refusal({ name, isSystem, readOnly }: Field): string | undefined {
  if (name === 'OwnerId') return undefined;
  if (name === 'StatusId') return 'StatusId is changed through the status endpoints and cannot be written.';
  if (isSystem) return `${name} is stamped by the service and cannot be written.`;
  return readOnly ? `${name} is set by the service.` : undefined;
}

/** Reads the assignments of an update; faults and nested records go to the drafter. */
export class UpdateDrafter {
  readonly #settings = new Map<string, Setting>();
  readonly #inlineUpdates: InlineUpdate[] = [];

  constructor(
    private readonly ctx: RequestContext,
    private readonly entity: Entity,
    private readonly nested: Drafter,
  ) {}

  read(assignments: readonly Assignment[]): UpdateDraft {
    const given = new Set<string>();
    for (const assignment of assignments) {
      const field = this.entity.fields.get(assignment.name.toLowerCase());
      if (!field) this.#unknown(assignment);
      else if (given.has(field.name)) this.#fault(assignment, `${field.name} is assigned twice.`, field);
      else this.#assign(field, assignment);
      if (field) given.add(field.name);
    }
    return { entity: this.entity, settings: [...this.#settings.values()], inlineUpdates: this.#inlineUpdates };
  }

  #assign(field: Field, assignment: Assignment): void {
    const refused = refusal(field);
    if (refused) return this.#fault(assignment, refused, field);
    if (!maySet(this.ctx, this.entity, field.name)) return this.#refuse(field, assignment);
    const isLookup = field.type === 'Lookup' && !field.isSystem && assignment.value !== null && assignment.value !== '';
    if (isLookup) return this.#assignLookup(field, assignment);
    const { value, faults } = checkValue(field, assignment.value, assignment.path);
    this.nested.faults.list.push(...faults);
    if (faults.length === 0) this.#set({ field, value, path: assignment.path });
  }

  #assignLookup(field: Field, assignment: Assignment): void {
    const { path } = assignment;
    const target = this.ctx.catalogue.entity(field.target!);
    const found = readLookup(this.ctx.catalogue, target, field, assignment, this.nested.faults);
    switch (found.kind) {
      case 'id':
        return this.#set({ field, value: found.id, path });
      case 'match':
        return this.#set({ field, value: found.match.value, matchedBy: found.match.field, path });
      case 'update':
        this.#inlineUpdates.push(found.update);
        return this.#set({ field, value: found.update.id, path });
      case 'create': {
        const row = this.nested.add(target, found.assignments, { path: `${path}.Value`, depth: 1 });
        return this.#set({ field, value: row.id, isNew: true, path });
      }
      case 'faulty':
    }
  }

  #set(setting: Setting): void {
    this.#settings.set(setting.field.name, setting);
  }

  #unknown(assignment: Assignment): void {
    const { entity } = this;
    const name = assignment.name.toLowerCase();
    const isRelation = [...entity.children.values()].some((each) =>
      [each.name, each.childEntity].some((known) => known.toLowerCase() === name),
    );
    if (isRelation)
      return this.#fault(
        assignment,
        `${assignment.name}: children are inserted, updated and deleted on their own in this version.`,
      );
    const known = [...entity.fields.values()].map((field) => field.name);
    const message = `${entity.name} has no field '${assignment.name}'.${didYouMean(assignment.name, known)}`;
    this.nested.faults.add('UnknownField', message, { fieldName: assignment.name, path: assignment.path });
  }

  /** The caller's roles list the fields they may set, and this is none of them (contract §14.6). */
  #refuse({ name: fieldName }: Field, { path }: Assignment): void {
    const message = `Your roles may not change ${this.entity.name}.${fieldName}.`;
    this.nested.faults.add('PermissionRequired', message, { fieldName, path });
  }

  #fault({ path }: Assignment, message: string, field?: Field): void {
    this.nested.faults.add('Validation', message, { path, ...(field && { fieldName: field.name }) });
  }
}

import type { Relation } from '#core/catalogue/entity.js';
import { labelIn, type Labels, type Languages } from '#core/catalogue/labels.js';
import type { Field } from '#core/catalogue/field.js';
import { ComponentNames, namePart } from '#core/schemas/component-names.js';
import { visible } from '#core/nearest.js';
import type { DescribedEntity, DescribedRights } from './described-rights.js';
import { writeSchema } from './field-schemas.js';
import type { RecordComponents, RecordNames } from './record-schemas.js';
import type { Schema } from '#core/schemas/schema.js';

/** Names of the components that describe an environment, each given out once. */
export class EnvironmentComponents implements RecordComponents {
  readonly #entities: ReadonlyMap<string, DescribedEntity>;
  readonly #records = new Map<string, RecordNames>();
  readonly #values = new Map<Field, string>();
  /** Schemas of fields, each part of up to four schemas of its entity. */
  readonly #written = new Map<Field, Schema>();

  constructor(
    rights: DescribedRights,
    private readonly taken: ComponentNames,
    private readonly languages: Languages,
  ) {
    this.#entities = new Map(rights.entities.map((described) => [described.entity.name.toLowerCase(), described]));
    for (const { entity } of rights.entities) {
      const { name } = entity;
      this.#records.set(name, {
        read: taken.take(name),
        create: taken.take(`${name}Create`),
        update: taken.take(`${name}Update`),
        insertRequest: taken.take(`${name}InsertRequest`),
        updateRequest: taken.take(`${name}UpdateRequest`),
        upsertRequest: taken.take(`${name}UpsertRequest`),
      });
    }
  }

  /** Entities that the caller may use, by their names in lower case. */
  get entities(): ReadonlyMap<string, DescribedEntity> {
    return this.#entities;
  }

  names(entityName: string): RecordNames {
    return this.#records.get(entityName)!;
  }

  values(field: Field): string {
    const known = this.#values.get(field) ?? this.taken.take(namePart(`${field.entityName} ${field.name}`));
    this.#values.set(field, known);
    return known;
  }

  written(field: Field): Schema {
    const schema = this.#written.get(field) ?? writeSchema(field, this);
    this.#written.set(field, schema);
    return schema;
  }

  created(entityName: string): string | undefined {
    const described = this.#entities.get(entityName.toLowerCase());
    return described && described.creatable.length > 0 ? this.names(described.entity.name).create : undefined;
  }

  isKnown(entityName: string): boolean {
    return this.#entities.has(entityName.toLowerCase());
  }

  /** Tells whether answers show the field to the caller. */
  shows(field: Field): boolean {
    return this.#entities.get(field.entityName.toLowerCase())?.shown.includes(field) ?? false;
  }

  parts({ entity }: DescribedEntity, write: 'create' | 'update'): readonly Relation[] {
    return [...entity.children.values()].filter(({ childEntity, childField }) => {
      const child = this.#entities.get(childEntity.toLowerCase());
      if (!child || child.entity.fields.get(childField.toLowerCase())?.isSystem) return false;
      return child.creatable.length > 0 || (write === 'update' && (child.updatable.length > 0 || child.mayDelete));
    });
  }

  /** Label of a definition, by default its name. */
  label(labels: Labels | undefined, name: string): string {
    return visible(labelIn(labels, this.languages, name));
  }

  title(labels: Labels | undefined): Schema {
    const title = this.label(labels, '');
    return title === '' ? {} : { title };
  }

  /** Takes a name for a component or operation of a definition. */
  take(...texts: readonly string[]): string {
    return this.taken.take(namePart(texts.join(' ')) || 'Unnamed');
  }
}

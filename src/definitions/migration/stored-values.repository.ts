import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import type { Fault } from '#core/errors.js';
import { ident, render, sql, type Sql } from '#core/sql/sql.js';
import type { Query } from '#platform/database/platform-database.js';
import type { Conversion } from '#definitions/core/migration/conversions.sql.js';
import { StoredTexts } from './stored-texts.repository.js';
import { compileBroken, compileDuplicates, valueTests } from '#definitions/core/migration/stored-values.sql.js';

/** Counts stored values that violate a changed definition. */
@Injectable()
export class StoredValues {
  constructor(private readonly texts: StoredTexts) {}

  /** Counts values of a column, still of its old type, that cannot be converted. */
  async unconvertible(
    ctx: RequestContext,
    { entity, field }: OwnField,
    { fits }: Conversion,
    query: Query,
  ): Promise<readonly Fault[]> {
    const isUnfit = sql`${ident(field.name)} IS NOT NULL AND NOT (${fits})`;
    const [count] = await this.#counts(ctx, entity, [isUnfit], query);
    if (count === 0) return [];
    const message = `${entity.name}.${field.name}: ${storedRecords(count)} with a value that is no ${field.type} of this definition.`;
    return [{ code: 'Validation', message, fieldName: 'FieldType', recordId: field.id, params: { Count: count } }];
  }

  /** Counts values that break the rules of their field. */
  async broken(ctx: RequestContext, { entity, field, isNew }: StoredField, query: Query): Promise<readonly Fault[]> {
    const tests = valueTests(ctx, field);
    if (tests.length === 0) return [];
    const counts = await this.#counts(
      ctx,
      entity,
      tests.map(({ broken }) => broken),
      query,
    );
    return tests.flatMap(({ member }, i): readonly Fault[] => {
      return counts[i] === 0 ? [] : [brokenFault({ entity, field, isNew }, member, counts[i])];
    });
  }

  /** Counts texts that violate the text rules of their field, checked in the service like those of callers. */
  async formless(ctx: RequestContext, { entity, field, isNew }: StoredField, query: Query): Promise<readonly Fault[]> {
    const counts = await this.texts.broken(ctx, entity, field, query);
    return [...counts].map(([member, count]) => brokenFault({ entity, field, isNew }, member, count));
  }

  /** Counts live records that violate a new unique key. */
  async duplicates(
    ctx: RequestContext,
    entity: Entity,
    key: readonly Field[],
    query: Query,
  ): Promise<readonly Fault[]> {
    const [row] = await query<{ n0: number }>(render(compileDuplicates(ctx, entity, key)).text);
    if (row.n0 === 0) return [];
    const names = key.map(({ name }) => name).join(' + ');
    const message = `${entity.name}: ${storedRecords(row.n0)} with a value of ${names} that another one has too.`;
    const [about, fieldName] = key.length === 1 ? [key[0].id, 'Unique'] : [entity.id, 'UniqueKeys'];
    return [{ code: 'Validation', message, fieldName, recordId: about, params: { Count: row.n0 } }];
  }

  async #counts(ctx: RequestContext, entity: Entity, tests: readonly Sql[], query: Query): Promise<readonly number[]> {
    const [row] = await query<Readonly<Record<string, number>>>(render(compileBroken(ctx, entity, tests)).text);
    return tests.map((_, i) => row[`n${i}`]);
  }
}

/** A field and its entity. */
interface OwnField {
  readonly entity: Entity;
  readonly field: Field;
}

interface StoredField extends OwnField {
  /** True if existing rows have no column for it. */
  readonly isNew: boolean;
}

const storedRecords = (count: number): string =>
  `there ${count === 1 ? 'is 1 stored record' : `are ${count} stored records`}`;

const brokenFault = (stored: StoredField, member: string, count: number): Fault => ({
  code: 'Validation',
  message: sentence(stored, member, count),
  fieldName: member,
  recordId: stored.field.id,
  params: { Rule: member, Count: count },
});

function sentence({ entity, field, isNew }: StoredField, member: string, count: number): string {
  const at = `${entity.name}.${field.name}`;
  const remedy = isNew ? 'a new field needs a Default then' : 'give each a value first';
  if (member === 'Required') return `${at}: ${storedRecords(count)} without a value; ${remedy}.`;
  if (member === 'TargetId') return `${at}: ${storedRecords(count)} whose value is no record of ${field.target}.`;
  return `${at}: ${storedRecords(count)} whose value breaks ${member}.`;
}

import { buildCatalogue } from '#core/compile/build-catalogue.js';
import { NO_DEFINITIONS } from '#core/catalogue/definition.js';
import { FIELD_TYPES } from '#core/catalogue/field.js';
import { environmentFingerprint } from '#definitions/environments/environment-fingerprint.js';
import { SAMPLE_ENTITY, tableStatements } from '#definitions/index.js';
import { fixtureCatalogue } from '../../../support/fixture-catalogue.js';

describe('the mark of complete environments', () => {
  it('is short, and the same at every call', () => {
    expect(environmentFingerprint()).toMatch(/^[\w-]{22}$/);
    expect(environmentFingerprint()).toBe(environmentFingerprint());
  });

  it('covers the statements of every type of field', () => {
    const definitions = { ...NO_DEFINITIONS, entities: [SAMPLE_ENTITY] };
    const catalogue = buildCatalogue(fixtureCatalogue.environment, '0', definitions);
    const types = new Set<string>([...catalogue.entity('Sample').fields.values()].map(({ type }) => type));
    // A computed field has the type of its result; a rollup is a column of that type.
    expect(FIELD_TYPES.filter((type) => !types.has(type))).toEqual(['Computed', 'Rollup']);
    const text = tableStatements(catalogue).join('\n');
    for (const part of ['CREATE TABLE', 'CREATE UNIQUE INDEX', 'USING gin', 'FOREIGN KEY', 'GENERATED ALWAYS'])
      expect(text).toContain(part);
  });
});

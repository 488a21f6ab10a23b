import { Catalogue } from '#core/catalogue/catalogue.js';
import type { RequestContext } from '#core/context/context.js';
import { raw, sql, Slot } from '#core/sql/sql.js';
import { StatementCache } from '#platform/database/statement-cache.js';
import { StatementLatency } from '#platform/database/connections/statement-latency.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

const ctx = fixtureContext();

/** The same caller where the schema or the version of the catalogue is another. */
function elsewhere(schema: string, version: string): RequestContext {
  const { environment, entities, access, organisation } = ctx.catalogue;
  return { ...ctx, catalogue: new Catalogue({ ...environment, schema }, version, { entities, access, organisation }) };
}

describe('StatementCache', () => {
  it('compiles a shape once and names it from its third use', () => {
    const cache = new StatementCache();
    let compiled = 0;
    const get = () => cache.get(ctx, 'a', () => (compiled++, sql`SELECT ${new Slot(3, 'uuid')}`), 'read');
    const [first, second, third, fourth] = [get(), get(), get(), get()];
    const text = 'SELECT $1::uuid';
    expect(first).toEqual({
      name: '',
      text,
      slots: [3],
      schema: 'env_test',
      readOnly: true,
      latency: expect.any(StatementLatency),
    });
    expect(second).toBe(first);
    expect(third).toEqual({ ...first, name: expect.stringMatching(/^[\w-]{20}$/) });
    expect([fourth, compiled]).toEqual([third, 1]);
    expect(third.latency).toBe(first.latency);
  });

  it('returns the prepared statement of an origin without a search', () => {
    const cache = new StatementCache();
    const origin = {};
    const get = (shape: string) => cache.get(ctx, shape, () => raw('SELECT 1'), 'read', origin);
    const [, second, third] = [get('a'), get('a'), get('a')];
    expect(second.name).toBe('');
    expect(get('another')).toBe(third);
    expect(cache.get(ctx, 'another', () => raw('SELECT 2'), 'read', {}).text).toBe('SELECT 2');
  });

  it('keeps environments and versions apart, and gives equal texts one name in all versions', () => {
    const cache = new StatementCache();
    const third = (where: RequestContext, text: string) =>
      [1, 2, 3].map(() => cache.get(where, 'a', () => raw(text))).at(-1)!;
    const original = third(elsewhere('s1', '1'), 'SELECT 1');
    const sameText = third(elsewhere('s1', '2'), 'SELECT 1');
    const newText = third(elsewhere('s1', '3'), 'SELECT 2');
    const otherSchema = third(elsewhere('s2', '1'), 'SELECT 1');
    expect([sameText.name, newText.text, otherSchema.schema]).toEqual([original.name, 'SELECT 2', 's2']);
    expect(new Set([original.name, newText.name, otherSchema.name]).size).toBe(3);
  });

  it('marks a statement as a write, which is never resent, unless it is a read', () => {
    expect(new StatementCache().get(ctx, 'a', () => raw('SELECT 1')).readOnly).toBe(false);
  });

  // Requirement: R91
  it('does not grow with the number of shapes', () => {
    const cache = new StatementCache();
    const filler = 'x'.repeat(2_000);
    const fill = (from: number) => {
      for (let i = from; i < from + 50_000; i++) cache.get(ctx, `${filler}${i}`, () => raw(`SELECT ${i} -- ${filler}`));
    };
    fill(0);
    let recompiled = 0;
    for (let i = 0; i < 50_000; i++) cache.get(ctx, `${filler}${i}`, () => (recompiled++, raw('SELECT')));
    expect(recompiled).toBe(50_000);
  });

  it('still answers a shape that is too large to keep', () => {
    const text = `SELECT '${'x'.repeat(17 * 1024 * 1024)}'`;
    expect(new StatementCache().get(ctx, 'huge', () => raw(text)).text).toBe(text);
  });
});

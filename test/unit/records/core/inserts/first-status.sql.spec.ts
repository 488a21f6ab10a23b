import { storedFields } from '#core/catalogue/entity.js';
import { Args } from '#core/statements/args.js';
import { raw } from '#core/sql/sql.js';
import { historyEntity, historyRowsSql } from '#records/core/inserts/first-status.sql.js';
import { bound, entityOf, writer } from './write-fixture.js';

const ctx = writer();
const started = ['Order', 'Line'].map((name, i) => ({ entity: entityOf(name), rows: raw(`x${i}`) }));
const { text } = bound(historyRowsSql(ctx, raw('x2'), started), new Args(ctx));

it('writes every stored column of the history', () => {
  for (const { name } of storedFields(historyEntity(ctx))) expect(text).toContain(` AS "${name}"`);
});

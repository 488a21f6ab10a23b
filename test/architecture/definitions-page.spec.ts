import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { SYSTEM_ENTITIES } from '#core/catalogue/system-entities.js';
import { definitionTables, type EntityDefinition, meaningsOf } from '../support/definition-tables.js';

const PAGE = 'docs/definitions.md';
const SECTION = /(?<=^<!-- members -->\n).*(?=^<!-- \/members -->$)/ms;

describe('docs/definitions.md', () => {
  const page = readFileSync(PAGE, 'utf8');
  const [section] = SECTION.exec(page) ?? [''];
  const meanings = meaningsOf(section);
  const entities = SYSTEM_ENTITIES as unknown as readonly EntityDefinition[];

  it('lists the members of every kind; after a change run DOCS=update npm test -- test/architecture', async () => {
    const made = page.replace(SECTION, () => `\n${definitionTables(entities, meanings)}\n\n`);
    const renewed = await format(made, { parser: 'markdown', printWidth: 120, singleQuote: true });
    if (process.env.DOCS === 'update') writeFileSync(PAGE, renewed);
    expect(readFileSync(PAGE, 'utf8')).toBe(renewed);
  });

  it('says what every kind and member means', () => {
    const names = entities.flatMap(({ EntityName, Fields }) => [
      EntityName,
      ...Fields.map(({ FieldName }) => `${EntityName}.${FieldName}`),
    ]);
    expect(names.filter((name) => !/\w/.test(meanings.get(name) ?? ''))).toEqual([]);
  });
});

import { unfitness } from '#platform/database/database-server.js';

const fit = { version: 15, encoding: 'UTF8', hasIcu: true };

it.each([
  ['nothing', fit, []],
  ['its version', { ...fit, version: 14 }, [/14 is too old/]],
  ['its encoding', { ...fit, encoding: 'SQL_ASCII' }, [/SQL_ASCII/]],
  ['ICU', { ...fit, hasIcu: false }, [/ICU/]],
  ['everything', { version: 9, encoding: 'LATIN1', hasIcu: false }, [/9/, /LATIN1/, /ICU/]],
])('refuses a database for %s', (_, facts, problems) => {
  expect(unfitness(facts)).toEqual(problems.map((problem) => expect.stringMatching(problem)));
});

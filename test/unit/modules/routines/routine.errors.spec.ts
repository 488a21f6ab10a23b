import { routineFailure } from '../../../../src/modules/routines/routine.errors.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';
import { registered } from '../../core/objects/objects.js';

const failure = (sqlState: string) =>
  routineFailure(fixtureContext(), registered({}), { sqlState, message: 'relation "secret" is gone' });

describe('what the caller of a failing object is told', () => {
  it('is the message of a deliberate RAISE (R153)', () => {
    expect(failure('P0001')).toMatchObject({ code: 'Validation', message: 'relation "secret" is gone' });
  });

  it.each([
    ['25006', 'Thing is not registered with AllowWrites, so it may change nothing.'],
    ['2D000', 'Thing may not COMMIT or ROLLBACK: it is part of the transaction of its call.'],
    ['42501', 'Thing tried what database objects may not do.'],
    ['22012', 'Thing failed. Quote request request-1 to its author.'],
    ['42P01', 'Thing failed. Quote request request-1 to its author.'],
    ['23505', 'Thing failed. Quote request request-1 to its author.'],
  ])('%s: %s', (sqlState, message) => expect(failure(sqlState)).toMatchObject({ code: 'Validation', message }));

  it.each(['57014', '53100', '08006', 'XX000'])('is up to others where the object has no fault: %s', (sqlState) => {
    expect(failure(sqlState)).toBeUndefined();
  });
});

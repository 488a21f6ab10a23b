import { routineFailure } from '#routines/core/routine.errors.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';
import { registered } from '../../core/objects.js';

const failure = (sqlState: string) =>
  routineFailure(fixtureContext(), registered({}), { sqlState, message: 'relation "secret" is gone' });

describe('the error of a failing routine', () => {
  // Requirement: R153
  it('has the message of a deliberate RAISE', () => {
    expect(failure('P0001')).toMatchObject({ code: 'Validation', message: 'relation "secret" is gone' });
  });

  it.each([
    ['25006', 'Thing is not registered with AllowWrites, so it may change nothing.'],
    ['2D000', 'Thing may not COMMIT or ROLLBACK: it is part of the transaction of its call.'],
    ['42501', 'Thing tried what database objects may not do.'],
    ['22012', 'Thing failed. Quote request request-1 to its author.'],
    ['42P01', 'Thing failed. Quote request request-1 to its author.'],
    ['23505', 'Thing failed. Quote request request-1 to its author.'],
  ])('is %s: %s', (sqlState, message) => expect(failure(sqlState)).toMatchObject({ code: 'Validation', message }));

  it.each(['57014', '53100', '08006', 'XX000'])(
    'is left to the general translation where the routine is not at fault: %s',
    (sqlState) => {
      expect(failure(sqlState)).toBeUndefined();
    },
  );
});

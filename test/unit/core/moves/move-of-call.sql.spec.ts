import { compileMoveOfCall } from '../../../../src/core/moves/move-of-call.sql.js';
import { Args } from '../../../../src/core/sql/args.js';
import { mover, RECORD, textOf } from './move-fixture.js';

it('finds the move that a call has stored for a record', () => {
  const ctx = mover();
  const text = textOf(compileMoveOfCall(ctx, new Args(ctx).add(RECORD, 'uuid')));
  expect(text).toContain('h."RecordId" = $1::uuid AND h."CorrelationId" = $2::uuid');
});

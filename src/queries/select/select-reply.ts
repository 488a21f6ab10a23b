import { Reply } from '#platform/http/reply.js';
import type { SelectOutcome } from './select-records.service.js';

/** Builds the answer of a query. */
export const selectReply = (outcome: SelectOutcome, log: readonly string[]): Reply =>
  new Reply({
    result: outcome.result,
    totalRecords: outcome.totalRecords,
    log,
    memory: outcome.memory,
    extra: {
      TotalIsExact: outcome.totalIsExact,
      Truncated: outcome.truncated,
      NextCursor: outcome.nextCursor,
    },
  });

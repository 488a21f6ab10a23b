import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Row } from '../../data/entity';
import { Refusal } from '../../data/refusal';
import type { Answer } from '../../data/service';
import { type Select, useLive, useSelect } from '../../queries/studio';

/** Rows that one request reads. */
const SIZE = 100;
/** Rows that a list goes down to; beyond, a page would read all rows before it, and nobody scrolls that far. */
const LIMIT = 10_000;

/** The rows of a list, read in windows as they come into sight. */
export interface Windows {
  readonly count: number;
  readonly limit: number;
  /** Number of matching records; undefined until it is known. */
  readonly total: number | undefined;
  readonly isExact: boolean;
  readonly rowAt: (index: number) => Row | undefined;
  readonly onRange: (first: number, last: number) => void;
  readonly refusal: Refusal | undefined;
  readonly retry: () => void;
}

/** @param savedQueryId where the rows come from a saved query */
export function useWindows(body: Select, savedQueryId?: string): Windows {
  useLive(body.EntityName);
  const select = useSelect();
  const [range, setRange] = useState<readonly [number, number]>([1, 1]);
  const pages = useMemo(() => {
    const shown = Array.from({ length: range[1] - range[0] + 1 }, (_, i) => range[0] + i);
    return shown.includes(1) ? shown : [1, ...shown];
  }, [range]);
  const answers = useQueries({
    queries: pages.map((number) => ({
      ...select(
        { ...body, Pager: { PageNumber: number, PageSize: SIZE, Count: number === 1 ? 'Estimated' : 'None' } },
        savedQueryId,
      ),
      placeholderData: keepPreviousData<Answer<readonly Row[]>>,
    })),
  });
  const [first] = answers;
  const total = first?.data?.TotalRecords ?? undefined;
  const onRange = useCallback((from: number, to: number) => {
    const [low, high] = [Math.floor(from / SIZE) + 1, Math.floor(to / SIZE) + 1];
    setRange((before) => (before[0] === low && before[1] === high ? before : [low, high]));
  }, []);
  // Also while a read is being repeated, so that nobody waits before an empty grid.
  const error = answers.find(({ failureReason }) => failureReason !== null)?.failureReason;
  return {
    count: Math.min(total ?? 0, LIMIT),
    limit: LIMIT,
    total,
    isExact: first?.data?.TotalIsExact !== false,
    rowAt: (index) => answers[pages.indexOf(Math.floor(index / SIZE) + 1)]?.data?.Result[index % SIZE],
    onRange,
    refusal: error instanceof Refusal ? error : undefined,
    retry: () => answers.forEach((answer) => void answer.refetch()),
  };
}

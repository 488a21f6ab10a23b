import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Row } from '../data/entity';
import { type Select, rowsKey, useRows, useStudio } from './studio';
import { useProgress } from './use-progress';
import type { WhereClause } from '../data/where';

/** Unread notices that the home page shows. */
export const HOME_NOTICES = 5;

const mine = (userId: string, isUnread: boolean): WhereClause => ({
  Filters: [
    { FieldName: 'OwnerId', Operator: 'EqualTo', Value: userId },
    { FieldName: 'ReadOn', Operator: isUnread ? 'IsNULL' : 'IsNotNULL' },
  ],
});

/** Notices of the caller, the latest first. */
export function useNotices(isUnread: boolean, size: number) {
  const { me } = useStudio();
  const body: Select = {
    EntityName: 'Notification',
    SelectedFields: ['Id', 'Message', 'EntityName', 'RecordId', 'ReadOn', 'CreatedOn'],
    WhereClause: mine(me.Id, isUnread),
    Sort: [{ FieldName: 'CreatedOn', Direction: 2 }],
    Pager: { PageSize: size, Count: 'Exact' },
  };
  return useRows(body);
}

/** Marks one notice as read, or all of the caller. */
export function useMarkRead() {
  const { me, writes } = useStudio();
  const queries = useQueryClient();
  const progress = useProgress();
  const mutation = useMutation({
    mutationFn: (notice: Row | undefined) => {
      const unread = mine(me.Id, true);
      const one = [{ FieldName: 'Id', Operator: 'EqualTo', Value: notice?.Id }];
      return writes.send('/records/update', {
        method: 'PUT',
        body: {
          EntityName: 'Notification',
          Fields: [{ FieldName: 'ReadOn', Value: new Date().toISOString() }],
          WhereClause: notice === undefined ? unread : { Filters: [...unread.Filters, ...one] },
        },
        ...progress.follow,
      });
    },
    onMutate: progress.begin,
    onSettled: progress.end,
    onSuccess: () => queries.invalidateQueries({ queryKey: rowsKey('Notification') }),
  });
  return { ...mutation, progress: progress.text };
}

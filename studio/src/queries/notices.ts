import type { Row } from '../data/entity';
import { serviceNow } from '../data/service-clock';
import { type Select, useReadAgain, useRows, useStudio } from './studio';
import type { WhereClause } from '../data/where';
import { useWrite } from './use-write';

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
  const { me } = useStudio();
  const readAgain = useReadAgain();
  return useWrite({
    write: ({ send }, notice: Row | undefined) => {
      const unread = mine(me.Id, true);
      const one = [{ FieldName: 'Id', Operator: 'EqualTo', Value: notice?.Id }];
      return send('/records/update', {
        method: 'PUT',
        body: {
          EntityName: 'Notification',
          Fields: [{ FieldName: 'ReadOn', Value: serviceNow().toISOString() }],
          WhereClause: notice === undefined ? unread : { Filters: [...unread.Filters, ...one] },
        },
      });
    },
    onDone: () => readAgain(['Notification']),
  });
}

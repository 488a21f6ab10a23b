import { useQuery } from '@tanstack/react-query';
import { serviceNow } from '../data/service-clock';
import { rowsKey, useLive, useStudio } from './studio';

/** An open task of the caller (`GET /approvals/inbox`). */
export interface InboxTask {
  readonly TaskId: string;
  readonly RequestId: string;
  readonly ProcessName: string;
  readonly EntityName: string;
  /** Id of the record. */
  readonly RecordId: string;
  readonly RecordInformationId: string;
  readonly Text: string | null;
  readonly Step: number;
  readonly StepName: string;
  readonly RequestedByName: string | null;
  readonly RequestedOn: string;
  readonly DueOn: string | null;
  /** Of the requester. */
  readonly Comment?: string | null;
  /** Id of the user who has passed the task on. */
  readonly DelegatedBy?: string | null;
  readonly IsEscalated?: boolean;
}

/** Entities whose changes may open or close a task of the caller, or leave one to nobody. */
export const TASK_SIGNS: ReadonlySet<string> = new Set(['ApprovalTask', 'ApprovalRequest', 'Notification', 'User']);
/** Tasks that the home page shows; the menu counts with the same request. */
export const HOME_TASKS = 5;
/** A task that another user has closed gives no sign to those who may not read requests. */
const ASK_MS = 60_000;

/** Lists of the inbox: tasks of the caller, and for Administrators those of nobody active. */
export type InboxList = 'mine' | 'unassigned';

/** Open tasks by due, kept up to date. @param pageSize tasks to read; the total counts all */
export function useInbox(pageSize: number, list: InboxList = 'mine') {
  const { service } = useStudio();
  const path = `/approvals/inbox?pageSize=${pageSize}${list === 'mine' ? '' : '&unassigned=true'}`;
  useLive('ApprovalTask');
  useLive('ApprovalRequest');
  useLive('Notification');
  return useQuery({
    queryKey: rowsKey('ApprovalTask', 'inbox', path),
    queryFn: ({ signal }) => service.call<readonly InboxTask[]>(path, { signal }),
    refetchInterval: ASK_MS,
  });
}

export const isOverdue = ({ DueOn }: InboxTask): boolean =>
  DueOn !== null && Date.parse(DueOn) < serviceNow().getTime();

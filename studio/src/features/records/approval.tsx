import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { approversText, currentStep } from '../../data/approvals';
import { type Entity, lookedUp, type Row, words } from '../../data/entity';
import { textOf } from '../../data/exact';
import { rowsKey, useMayRead, useRows, useStudio } from '../../queries/studio';
import { Reassign } from '../../fields/reassign';
import { formatTime } from '../../text/dates';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Line } from '../../ui/page';
import { Banner, Loading } from '../../ui/states';
import { ApprovalDialog } from './approval-dialog';

interface Props {
  readonly entity: Entity;
  readonly row: Row;
  /** True while something has been entered and not been saved. */
  readonly isChanged: boolean;
}

/** Request that locks a record; undefined where none is open. */
export const lockOf = ({ RecordInfo }: Row): string | undefined =>
  (RecordInfo as { readonly ApprovalRequestId?: string | null } | undefined)?.ApprovalRequestId ?? undefined;

/** The approval of a record: what it waits for while it is locked, else ways to submit it. */
export function Approval(props: Props) {
  const { entity, row } = props;
  const requestId = lockOf(row);
  useFreshLock(entity, row);
  return requestId === undefined ? <SubmitButtons {...props} /> : <LockBanner {...props} requestId={requestId} />;
}

/** Reads the record again when a request about it changes: locks are no changes of the record. */
function useFreshLock(entity: Entity, row: Row): void {
  const queries = useQueryClient();
  const { data } = useRows(
    {
      EntityName: 'ApprovalRequest',
      SelectedFields: ['Id', 'RowVersion'],
      WhereClause: { Filters: [{ FieldName: 'RecordId', Operator: 'EqualTo', Value: row.RecordInformationId }] },
    },
    useMayRead('ApprovalRequest'),
  );
  const state = data === undefined ? undefined : JSON.stringify(data.Result);
  const seen = useRef(state);
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== state)
      void queries.invalidateQueries({ queryKey: rowsKey(entity.EntityName) });
    seen.current = state;
  }, [queries, entity.EntityName, state]);
}

function LockBanner({ entity, row, requestId }: Props & { readonly requestId: string }) {
  const { me } = useStudio();
  const [isAsking, setAsking] = useState(false);
  const request = useRequest(requestId);
  const tasks = useOpenTasks(requestId);
  const waiting = waitingFor(tasks, request);
  const mayRecall = lookedUp(request?.RequestedBy)?.id === me.Id || me.IsAdministrator;
  return (
    <Banner look="warning" title={t('locked')}>
      {request !== undefined && <RequestText entity={entity} request={request} />}
      <p>{waiting === undefined ? t('locked.until') : t('locked.waiting', { names: waiting })}</p>
      {mayRecall && (
        <Line>
          <Button onPress={() => setAsking(true)}>{t('recall')}</Button>
          {me.IsAdministrator && tasks.map((task) => <ReassignButton key={String(task.Id)} task={task} />)}
        </Line>
      )}
      {isAsking && (
        <ApprovalDialog
          entity={entity}
          title={t('recall')}
          text={t('recall.text')}
          onClose={() => setAsking(false)}
          insert={{ EntityName: 'ApprovalDecision', ApprovalRequestId: requestId, Decision: 'Recall' }}
          recordId={row.RecordInformationId}
        />
      )}
    </Banner>
  );
}

function RequestText({ entity, request }: Pick<Props, 'entity'> & { readonly request: Row }) {
  const processId = lookedUp(request.ProcessId)?.id;
  const process = entity.Approvals?.find(({ ProcessId }) => ProcessId === processId)?.Name;
  const comment = textOf(request.Comment);
  return (
    <>
      <p>
        {t('locked.by', {
          process: process === undefined ? t('approval') : words(process),
          name: lookedUp(request.RequestedBy)?.text ?? '',
          time: formatTime(textOf(request.RequestedOn)),
        })}
      </p>
      {comment !== '' && <p>{t('commentOf', { comment })}</p>}
    </>
  );
}

/** The request, where the caller may read it. */
function useRequest(requestId: string): Row | undefined {
  const { data } = useRows(
    {
      EntityName: 'ApprovalRequest',
      WhereClause: { Filters: [{ FieldName: 'Id', Operator: 'EqualTo', Value: requestId }] },
      LoadLookUpValues: true,
    },
    useMayRead('ApprovalRequest'),
  );
  return data?.Result[0];
}

/** Open tasks of a request, as far as the caller may read them. */
function useOpenTasks(requestId: string): readonly Row[] {
  const { data } = useRows(
    {
      EntityName: 'ApprovalTask',
      WhereClause: {
        Filters: [
          { FieldName: 'RequestId', Operator: 'EqualTo', Value: requestId },
          { FieldName: 'State', Operator: 'EqualTo', Value: 'Open' },
        ],
      },
      LoadLookUpValues: true,
    },
    useMayRead('ApprovalTask'),
  );
  return data?.Result ?? [];
}

const assigneeOf = ({ AssigneeId }: Row): string | undefined => lookedUp(AssigneeId)?.text;

/** Names of those who have to decide; the step, where the caller may not read the tasks. */
function waitingFor(tasks: readonly Row[], request: Row | undefined): string | undefined {
  const names = tasks.flatMap((task) => assigneeOf(task) ?? []);
  if (names.length > 0) return names.join(', ');
  const step = currentStep(request);
  return step === undefined ? undefined : `${words(step.Name)} (${approversText(step)})`;
}

/** Gives a task that waits to another user. */
function ReassignButton({ task }: { readonly task: Row }) {
  const [isAsking, setAsking] = useState(false);
  const name = assigneeOf(task);
  return (
    <>
      <Button onPress={() => setAsking(true)}>
        {name === undefined ? t('reassign') : t('reassign.from', { name })}
      </Button>
      <Dialog title={t('reassign')} isOpen={isAsking} onClose={() => setAsking(false)}>
        <Suspense fallback={<Loading lines={2} />}>
          <Reassign taskId={String(task.Id)} onDone={() => setAsking(false)}>
            <Button onPress={() => setAsking(false)}>{t('cancel')}</Button>
          </Reassign>
        </Suspense>
      </Dialog>
    </>
  );
}

type Process = NonNullable<Entity['Approvals']>[number];

/** A button for each process that callers start by hand. */
function SubmitButtons({ entity, row, isChanged }: Props) {
  const { entities } = useStudio();
  const noteId = useId();
  const [asked, setAsked] = useState<Process>();
  const mayRequest = entities.some(({ EntityName, Create }) => EntityName === 'ApprovalRequest' && Create !== 'None');
  const manual = (entity.Approvals ?? []).filter(({ StartMode }) => StartMode === 'Manual');
  if (!mayRequest || manual.length === 0) return undefined;
  const textOfProcess = (name: string): string =>
    manual.length === 1 ? t('submit') : t('submitFor', { process: words(name) });
  return (
    <Line>
      {manual.map((process) => (
        <Button
          key={process.ProcessId}
          isDisabled={isChanged}
          aria-describedby={isChanged ? noteId : undefined}
          onPress={() => setAsked(process)}
        >
          {textOfProcess(process.Name)}
        </Button>
      ))}
      {isChanged && <span id={noteId}>{t('submit.unsaved')}</span>}
      {asked !== undefined && (
        <SubmitDialog entity={entity} row={row} process={asked} onClose={() => setAsked(undefined)} />
      )}
    </Line>
  );
}

function SubmitDialog(props: {
  readonly entity: Entity;
  readonly row: Row;
  readonly process: Process;
  readonly onClose: () => void;
}) {
  const { entity, row, process, onClose } = props;
  const { ProcessId, Name } = process;
  return (
    <ApprovalDialog
      entity={entity}
      title={t('submit')}
      text={t('submit.text', { process: words(Name) })}
      onClose={onClose}
      insert={{ EntityName: 'ApprovalRequest', RecordId: row.RecordInformationId, ProcessId }}
      recordId={row.RecordInformationId}
    />
  );
}

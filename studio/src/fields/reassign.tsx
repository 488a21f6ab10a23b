import { type ReactNode, useState } from 'react';
import { fieldNamed, type Row } from '../data/entity';
import { byId } from '../data/where';
import { useEntity, useReadAgain, useRows } from '../queries/studio';
import { useWrite } from '../queries/use-write';
import { t } from '../text/text';
import { Button } from '../ui/button';
import { Line } from '../ui/page';
import { Refused } from '../ui/states';
import { Editor } from './editor';
import { ExplainLink } from './explain-link';
import { faultText } from './fault-text';
import { sentValue } from './value-text';

const TASK = 'ApprovalTask';

/** A task as Administrators read it; undefined while it is loading. */
export const useTask = (taskId: string): Row | undefined =>
  useRows({ EntityName: TASK, WhereClause: byId(taskId), LoadLookUpValues: true }).data?.Result[0];

/** Gives an open task to another user; for Administrators. */
export function Reassign(props: {
  readonly taskId: string;
  /** Called with the name of the user. */
  readonly onDone: (name: string) => void;
  /** Beside the button. */
  readonly children?: ReactNode;
}) {
  const { taskId, onDone, children } = props;
  const entity = useEntity(TASK);
  const task = useTask(taskId);
  const [user, setUser] = useState<Row | null>(null);
  const field = fieldNamed(entity, 'AssigneeId');
  const give = useReassign(task, () => onDone(String(user?.Text)));
  if (field === undefined) return undefined;
  const { refusal } = give;
  const ofField = refusal?.faults.filter(({ FieldName }) => FieldName === field.FieldName) ?? [];
  return (
    <>
      <Editor
        entityName={TASK}
        field={{ ...field, Required: true }}
        label={t('reassign.to')}
        value={user}
        onChange={(to) => setUser(to as Row | null)}
        errors={ofField.map((fault) => faultText(fault, { ...field, Label: t('reassign.to') }))}
      />
      {refusal !== undefined && ofField.length === 0 && (
        <Refused refusal={refusal}>
          {refusal.status === 409 && <p>{t('task.closedText')}</p>}
          {refusal.status === 403 && <ExplainLink entity={entity} operation="Update" />}
        </Refused>
      )}
      <Line>
        <Button
          look="primary"
          isDisabled={user === null || task === undefined}
          isPending={give.isPending}
          onPress={() => give.send(sentValue(field, user))}
        >
          {t('reassign')}
        </Button>
        {children}
        <span role="status">{give.progress}</span>
      </Line>
    </>
  );
}

/** Changes the assignee, unless another user has changed the task meanwhile. */
function useReassign(task: Row | undefined, onDone: () => void) {
  const readAgain = useReadAgain();
  return useWrite({
    write: ({ send }, userId: unknown) =>
      send('/records/update', {
        method: 'PUT',
        body: {
          EntityName: TASK,
          Fields: [{ FieldName: 'AssigneeId', Value: userId }],
          WhereClause: byId(task?.Id),
        },
        headers: { 'If-Match': `"${String(task?.RowVersion)}"` },
      }),
    onDone: () => {
      onDone();
      return readAgain([TASK]);
    },
    onFailed: () => readAgain([TASK]),
  });
}

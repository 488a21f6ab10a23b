import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type Entity, lookedUp, type Row } from '../../data/entity';
import { groupBy } from '../../data/group-by';
import { Refusal } from '../../data/refusal';
import { rowsKey, useStudio } from '../../queries/studio';
import { ExplainLink } from '../../fields/explain-link';
import { obstacleText } from '../../fields/fault-text';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Line } from '../../ui/page';
import { Said } from '../../ui/said';
import { Refused } from '../../ui/states';
import { type Move, moveText } from './move';
import { MoveDialog } from './move-dialog';
import styles from './moves.module.css';

interface AvailableMoves {
  readonly ToStatusList: readonly Move[];
  readonly Blocked: readonly Move[];
}

interface Props {
  readonly entity: Entity;
  readonly row: Row;
  /** True while something has been entered and not been saved. */
  readonly isChanged: boolean;
}

/** Moves of a record to other statuses: the available ones as buttons, the blocked ones with their reasons. */
export function Moves({ entity, row, isChanged }: Props) {
  const [asked, setAsked] = useState<Move>();
  const [moved, setMoved] = useState('');
  const close = (): void => setAsked(undefined);
  const moves = useMoves(entity, row);
  if (moves.error instanceof Refusal) return <Refused refusal={moves.error} retry={() => void moves.refetch()} />;
  return (
    <>
      <Said text={moved} isHidden />
      {moves.data !== undefined && <MoveButtons entity={entity} row={row} moves={moves.data} onAsk={setAsked} />}
      {asked !== undefined && (
        <MoveDialog
          entity={entity}
          row={row}
          move={asked}
          isChanged={isChanged}
          onClose={close}
          onMoved={() => {
            close();
            setMoved(t('movedTo', { status: asked.ToStatusLabel ?? asked.ToStatusName }));
          }}
        />
      )}
    </>
  );
}

function useMoves(entity: Entity, row: Row) {
  const { service } = useStudio();
  const recordId = String(row.RecordInformationId);
  const query = new URLSearchParams({ recordId, entityName: entity.EntityName, includeBlocked: 'true' });
  return useQuery({
    queryKey: rowsKey(entity.EntityName, 'moves', recordId),
    queryFn: async ({ signal }) =>
      (await service.call<AvailableMoves>(`/status/available?${query.toString()}`, { signal })).Result,
  });
}

function MoveButtons(props: {
  readonly entity: Entity;
  readonly row: Row;
  readonly moves: AvailableMoves;
  readonly onAsk: (move: Move) => void;
}) {
  const { entity, row, moves, onAsk } = props;
  const { ToStatusList, Blocked } = moves;
  const isEmpty = ToStatusList.length === 0 && Blocked.length === 0;
  if (isEmpty && isFinal(entity, row)) return undefined;
  return (
    <div role="group" aria-label={t('moves')} className={styles.moves}>
      <Line>
        {ToStatusList.map((move) => (
          <Button key={move.Id} onPress={() => onAsk(move)}>
            {moveText(move)}
          </Button>
        ))}
      </Line>
      {[...groupBy(Blocked, reasonsOf)].map(([reasons, blocked]) => (
        <BlockedMoves key={reasons} moves={blocked} reasons={reasons} />
      ))}
      {isEmpty && <span>{t('moves.none')}</span>}
      {(isEmpty || Blocked.length > 0) && (
        <ExplainLink entity={entity} operation="Move" recordId={row.RecordInformationId} />
      )}
    </div>
  );
}

/** True where no move leads out of the status of a record. */
const isFinal = ({ Lifecycle }: Entity, { StatusId }: Row): boolean =>
  Lifecycle?.Statuses.find(({ Id }) => Id === lookedUp(StatusId)?.id)?.IsFinal !== false;

const reasonsOf = ({ ErrorDetails = [] }: Move): string => ErrorDetails.map(obstacleText).join(' ');

/** Moves that are blocked for the same reasons. */
function BlockedMoves({ moves, reasons }: { readonly moves: readonly Move[]; readonly reasons: string }) {
  const id = useId();
  return (
    <div className={styles.blocked}>
      {moves.map((move) => (
        <Button key={move.Id} isDisabled aria-describedby={id}>
          {moveText(move)}
        </Button>
      ))}
      <span id={id}>{reasons}</span>
    </div>
  );
}

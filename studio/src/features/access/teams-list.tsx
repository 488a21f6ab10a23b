import { Suspense } from 'react';
import { lookedUp, type Row } from '../../data/entity';
import { textOf } from '../../data/exact';
import { Refusal } from '../../data/refusal';
import { useRows } from '../../queries/studio';
import { WhyRefused } from '../../fields/explain-link';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Empty, Loading, Refused } from '../../ui/states';
import styles from './access.module.css';
import { LoadedTeam } from './team-editor';
import { MOST_ROWS } from './use-role';

/** Teams; the one that is open can be changed. */
export function TeamsList(props: {
  /** Id of the team that is open. */
  readonly opened: string | undefined;
  readonly set: (change: Readonly<Record<string, string | undefined>>) => void;
}) {
  const { opened, set } = props;
  const teams = useRows({
    EntityName: 'Team',
    Sort: [{ FieldName: 'Name', Direction: 1 }],
    LoadLookUpValues: true,
    Pager: { PageSize: MOST_ROWS },
  });
  const { data, error } = teams;
  const counts = useMemberCounts();
  if (error instanceof Refusal)
    return (
      <Refused refusal={error} retry={() => void teams.refetch()}>
        <WhyRefused refusal={error} entity={{ EntityName: 'Team' }} operation="Read" />
      </Refused>
    );
  if (data === undefined) return <Loading />;
  if (data.Result.length === 0) return <Empty text={t('access.noTeams')} />;
  return (
    <ul className={styles.cards}>
      {data.Result.map((row) => {
        const id = String(row.Id);
        return (
          <Team
            key={id}
            row={row}
            count={counts.get(id) ?? 0}
            isOpen={opened === id}
            onOpen={(isOpen) => set({ team: isOpen ? id : undefined })}
          />
        );
      })}
    </ul>
  );
}

/** Numbers of members by the id of a team. */
function useMemberCounts(): ReadonlyMap<string, number> {
  const { data } = useRows({
    EntityName: 'TeamMember',
    GroupBy: ['TeamId'],
    Aggregates: [{ Function: 'Count', Alias: 'Members' }],
    Pager: { PageSize: MOST_ROWS },
  });
  return new Map(data?.Result.map((row) => [String(row.TeamId), Number(textOf(row.Members))]));
}

function Team(props: {
  readonly row: Row;
  readonly count: number;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}) {
  const { row, count, isOpen, onOpen } = props;
  const above = lookedUp(row.ParentTeamId)?.text;
  return (
    <li>
      <Button look="quiet" aria-expanded={isOpen} onPress={() => onOpen(!isOpen)}>
        <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> <strong>{String(row.Name)}</strong>{' '}
        {t('access.members', { count })}
      </Button>
      {above !== undefined && <small>{t('access.below', { team: above })}</small>}
      <Suspense fallback={<Loading lines={2} />}>{isOpen && <LoadedTeam row={row} />}</Suspense>
    </li>
  );
}

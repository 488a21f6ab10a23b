import { lookedUp, type Row } from '../../data/entity';
import { textOf } from '../../data/exact';
import { Refusal } from '../../data/refusal';
import { placeOfEnvironment, useRows, useStudio } from '../../queries/studio';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Empty, Loading, Refused } from '../../ui/states';
import { ExplainRead } from './explain-read';
import styles from './access.module.css';
import { countLinks, linkSteps, MEMBERS_OF_TEAM, NO_LINKS, rebaseLinks, type StoredLink } from './links';
import { LinksList } from './links-list';
import { StepsBar } from './steps-bar';
import { useEdits } from '../../queries/use-edits';
import { linksBody, MOST_ROWS, readLink } from './use-role';

/** Teams; the members of the one that is open can be changed. */
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
        <ExplainRead refusal={error} entity="Team" />
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
      {isOpen && <LoadedMembers teamId={String(row.Id)} />}
    </li>
  );
}

function LoadedMembers({ teamId }: { readonly teamId: string }) {
  const { data, error, refetch } = useRows(linksBody(MEMBERS_OF_TEAM, teamId));
  if (error instanceof Refusal) return <Refused refusal={error} retry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={2} />;
  return <Members teamId={teamId} stored={data.Result.map((row) => readLink(MEMBERS_OF_TEAM, row))} />;
}

function Members({ teamId, stored }: { readonly teamId: string; readonly stored: readonly StoredLink[] }) {
  const place = `access/${placeOfEnvironment(useStudio())}/Team/${teamId}`;
  const edits = useEdits(place, stored, { empty: NO_LINKS, count: countLinks });
  // Members have nothing that could overlap: what another user has done meanwhile is done.
  const draft = rebaseLinks(edits.draft, stored);
  return (
    <div className={styles.stack}>
      <LinksList
        kind="User"
        addLabel={t('access.addMember')}
        empty={t('access.noTeamMembers')}
        stored={stored}
        draft={draft}
        onChange={(next) => edits.edit(() => next)}
      />
      <StepsBar
        count={countLinks(draft)}
        steps={linkSteps(MEMBERS_OF_TEAM, teamId, draft, stored)}
        onSaved={edits.reset}
        onDiscard={edits.reset}
      />
    </div>
  );
}

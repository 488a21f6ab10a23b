import type { Row } from '../../data/entity';
import { Refusal } from '../../data/refusal';
import { placeOfEnvironment, useEntity, useMayRead, useStudio } from '../../queries/studio';
import { useEdits } from '../../queries/use-edits';
import { WhyRefused } from '../../fields/explain-link';
import { useFaultText } from '../../fields/fault-text';
import { t } from '../../text/text';
import { Loading, Refused } from '../../ui/states';
import styles from './access.module.css';
import { LinkedBar } from './linked-bar';
import { LinkedForm } from './linked-form';
import {
  countLinkedChanges,
  EMPTY_LINKED_DRAFT,
  type LinkedDraft,
  linkedSteps,
  linksOf,
  type StoredLinked,
  TEAM,
} from './linked-draft';
import { MEMBERS_OF_TEAM } from './links';
import { LinksList } from './links-list';
import { useLinks } from './use-role';
import { useSteps } from './use-steps';

const EMPTY: LinkedDraft<'members'> = EMPTY_LINKED_DRAFT;

/** A team with its members, once they are there. */
export function LoadedTeam({ row }: { readonly row: Row }) {
  const rowId = String(row.Id);
  const { links: members, error, refetch } = useLinks(MEMBERS_OF_TEAM, rowId);
  if (error instanceof Refusal)
    return (
      <Refused refusal={error} retry={() => void refetch()}>
        <WhyRefused refusal={error} entity={{ EntityName: 'TeamMember' }} operation="Read" />
      </Refused>
    );
  if (members === undefined) return <Loading lines={2} />;
  return <TeamEditor stored={{ rowId, version: row.RowVersion, row, links: { members } }} />;
}

/** Name, own fields and members of a team, with the changes that wait to be saved. */
function TeamEditor({ stored }: { readonly stored: StoredLinked<'members'> }) {
  const entity = useEntity('Team');
  const place = `${placeOfEnvironment(useStudio())}/teams/${stored.rowId}`;
  const edits = useEdits(place, stored, { empty: EMPTY, count: countLinkedChanges });
  const { draft, base, edit } = edits;
  const saving = useSteps(linkedSteps(TEAM, draft, base), edits.reset);
  const textOf = useFaultText(entity);
  return (
    <div className={styles.stack}>
      <LinkedForm entity={entity} edits={edits} saving={saving} />
      {useMayRead('TeamMember') && (
        <LinksList
          kind="User"
          addLabel={t('access.addMember')}
          empty={t('access.noTeamMembers')}
          stored={base.links.members}
          draft={linksOf(draft, 'members')}
          onChange={(members) => edit((before) => ({ ...before, links: { members } }))}
        />
      )}
      <LinkedBar edits={edits} stored={stored} saving={saving} textOf={textOf} />
    </div>
  );
}

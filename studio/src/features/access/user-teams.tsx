import { lookedUp } from '../../data/entity';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Pill } from '../../ui/pill';
import type { Far, LinkDraft } from './links';
import { LinksList } from './links-list';
import { changeField, linksOf } from './linked-draft';
import type { UserEdits } from './edits';

/** Teams of a user; one of them may be the primary one, to which their records belong. */
export function UserTeams({ edits: { draft, base, edit } }: { readonly edits: UserEdits }) {
  const teams = linksOf(draft, 'teams');
  const primary = lookedUp({ ...base.row, ...draft.changes }.PrimaryTeamId);
  const setPrimary = ({ id, text }: Far): void =>
    edit((before, stored) => changeField(before, stored, 'PrimaryTeamId', { Id: id, Text: text }));
  /** A team that is left cannot stay the primary one. */
  const setTeams = (to: LinkDraft): void =>
    edit((before, stored) => {
      const next = { ...before, links: { ...before.links, teams: to } };
      const isLeft = primary !== undefined && to.removed.includes(primary.id);
      return isLeft ? changeField(next, stored, 'PrimaryTeamId', null) : next;
    });
  return (
    <LinksList
      kind="Team"
      addLabel={t('access.addTeam')}
      empty={t('access.hasNoTeams')}
      stored={base.links.teams}
      draft={teams}
      onChange={setTeams}
      beside={(far) =>
        far.id === primary?.id ? (
          <Pill text={t('access.primary')} />
        ) : (
          <Button
            look="quiet"
            isDisabled={teams.removed.includes(far.id)}
            aria-label={t('access.makePrimaryOf', { name: far.text })}
            onPress={() => setPrimary(far)}
          >
            {t('access.makePrimary')}
          </Button>
        )
      }
    />
  );
}

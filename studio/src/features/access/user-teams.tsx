import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Pill } from '../../ui/pill';
import type { Far, LinkDraft } from './links';
import { LinksList } from './links-list';
import { setUserFields } from './user-draft';
import type { UserEdits } from './edits';

/** Teams of a user; one of them may be the primary one, to which their records belong. */
export function UserTeams({ edits: { draft, base, edit } }: { readonly edits: UserEdits }) {
  const primary = draft.fields.primaryTeam === undefined ? base.primaryTeam : draft.fields.primaryTeam;
  const setPrimary = (primaryTeam: Far | null): void =>
    edit((before, stored) => setUserFields(before, stored, { primaryTeam }));
  /** A team that is left cannot stay the primary one. */
  const setTeams = (teams: LinkDraft): void =>
    edit((before, stored) => {
      const next = { ...before, teams };
      const isLeft = primary !== null && teams.removed.includes(primary.id);
      return isLeft ? setUserFields(next, stored, { primaryTeam: null }) : next;
    });
  return (
    <LinksList
      kind="Team"
      addLabel={t('access.addTeam')}
      empty={t('access.hasNoTeams')}
      stored={base.teams}
      draft={draft.teams}
      onChange={setTeams}
      beside={(far) =>
        far.id === primary?.id ? (
          <Pill text={t('access.primary')} />
        ) : (
          <Button
            look="quiet"
            isDisabled={draft.teams.removed.includes(far.id)}
            aria-label={t('access.makePrimaryOf', { name: far.text })}
            onPress={() => setPrimary({ id: far.id, text: far.text })}
          >
            {t('access.makePrimary')}
          </Button>
        )
      }
    />
  );
}

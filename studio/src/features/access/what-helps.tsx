import { Link } from '@tanstack/react-router';
import { useRows, useStudio } from '../../queries/studio';
import { t } from '../../text/text';
import { Section } from '../../ui/page';
import styles from './access.module.css';
import type { Explanation } from './explanation';

/** Lists what would change an answer: for Administrators the ways there, for others whom to ask. */
export function WhatHelps(props: {
  readonly explanation: Explanation;
  readonly userId: string | undefined;
  readonly who: string;
}) {
  const { explanation, userId, who } = props;
  const { me, service } = useStudio();
  const params = service.environment!;
  return (
    <Section title={t('explain.whatHelps')}>
      {me.IsAdministrator ? (
        <ul className={styles.links}>
          <RoleLinks explanation={explanation} />
          <li>
            <Link to="/$tenant/$app/$environment/access/users/$user" params={{ ...params, user: userId ?? me.Id }}>
              {t('explain.rolesAndTeamsOf', { who })}
            </Link>
          </li>
          <li>
            <Link to="/$tenant/$app/$environment/access/roles" params={params}>
              {t('explain.allRoles')}
            </Link>
          </li>
        </ul>
      ) : (
        <>
          <p>{t('explain.ask')}</p>
          <Link
            to="/$tenant/$app/$environment/access/explain"
            params={params}
            search={(before) => ({ ...before, user: me.Id })}
          >
            {t('explain.askLink')}
          </Link>
        </>
      )}
    </Section>
  );
}

function RoleLinks({ explanation }: { readonly explanation: Explanation }) {
  const { service } = useStudio();
  const names = [...new Set(explanation.Reasons.filter(({ Kind }) => Kind === 'Role').map(({ Name }) => Name))];
  const { data } = useRows(
    {
      EntityName: 'Role',
      SelectedFields: ['Id', 'Name'],
      WhereClause: {
        Filters: [{ FieldName: 'Name', Operator: 'IN', Value: names.flatMap((name) => name.split(', ')) }],
      },
    },
    names.length > 0,
  );
  return (data?.Result ?? []).map(({ Id, Name }) => (
    <li key={String(Id)}>
      <Link to="/$tenant/$app/$environment/access/roles/$role" params={{ ...service.environment!, role: String(Id) }}>
        {t('explain.roleNamed', { name: String(Name) })}
      </Link>
    </li>
  ));
}

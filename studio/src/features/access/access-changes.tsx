import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { labelOf } from '../../data/entity';
import { groupBy } from '../../data/group-by';
import { useStudio } from '../../queries/studio';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Section } from '../../ui/page';
import { scopeText } from '../../ui/scope-picker';
import { Banner } from '../../ui/states';
import styles from './access.module.css';
import { type AccessPreview, isNothing, MOST_COUNTED, type PreviewedEntity, type PreviewedUser } from './preview';

/** Users whose changes are listed at first. */
const FIRST_USERS = 20;

/** Lists who would gain and lose what, by entity and by user. */
export function AccessChanges(props: {
  readonly preview: AccessPreview;
  /** True where the service has left users out. */
  readonly isTruncated: boolean;
}) {
  const { preview, isTruncated } = props;
  if (isNothing(preview)) return undefined;
  return (
    <>
      {isTruncated && <Banner look="warning">{t('access.previewTruncated')}</Banner>}
      <Summary rows={preview.Summary} />
      <Users rows={preview.Users} />
    </>
  );
}

const countText = (count: number | null): string =>
  count === null
    ? t('access.notCounted')
    : count > MOST_COUNTED
      ? t('access.moreThan', { count: MOST_COUNTED })
      : t('access.number', { count });

function useLabels(): (entityName: string) => string {
  const { entities } = useStudio();
  return (name) => {
    const entity = entities.find(({ EntityName }) => EntityName === name);
    return entity === undefined ? name : labelOf(entity);
  };
}

function Summary({ rows }: { readonly rows: readonly PreviewedEntity[] }) {
  const label = useLabels();
  return (
    <Section title={t('access.summary')}>
      <div className={styles.scroll} role="region" aria-label={t('access.summary')} tabIndex={0}>
        <table className={styles.matrix} aria-label={t('access.summary')}>
          <thead>
            <tr>
              <th scope="col">{t('explain.entity')}</th>
              <th scope="col">{t('explain.operation')}</th>
              <th scope="col">{t('access.usersColumn')}</th>
              <th scope="col">{t('access.gained')}</th>
              <th scope="col">{t('access.lost')}</th>
              <th scope="col">{t('access.sample')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.EntityName} ${row.Operation}`}>
                <th scope="row">{label(row.EntityName)}</th>
                <td>{t(`access.operation.${row.Operation}`)}</td>
                <td className={styles.number}>{t('access.number', { count: row.Users })}</td>
                <td className={styles.number}>{countText(row.Gained)}</td>
                <td className={styles.number}>{countText(row.Lost)}</td>
                <td>
                  <Sample row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

/** Some of the records, each a link. */
function Sample({ row }: { readonly row: PreviewedEntity }) {
  const params = { ...useStudio().service.environment!, entity: row.EntityName };
  if (row.Sample.length === 0) return '–';
  return (
    <ul className={styles.samples}>
      {row.Sample.map(({ Id, Text }) => (
        <li key={Id}>
          <Link to="/$tenant/$app/$environment/records/$entity/$id" params={{ ...params, id: Id }} target="_blank">
            {Text ?? Id.slice(0, 8)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Users({ rows }: { readonly rows: readonly PreviewedUser[] }) {
  const [isWhole, setWhole] = useState(false);
  const users = [...groupBy(rows, ({ UserId }) => UserId).values()];
  const shown = isWhole ? users : users.slice(0, FIRST_USERS);
  return (
    <Section title={t('access.usersOneByOne', { count: users.length })}>
      {shown.map((changes) => (
        <UserChanges key={changes[0].UserId} changes={changes} />
      ))}
      {shown.length < users.length && (
        <Button onPress={() => setWhole(true)}>{t('access.showAll', { count: users.length })}</Button>
      )}
    </Section>
  );
}

/** Changes of one user; drawn when they are opened. */
function UserChanges({ changes }: { readonly changes: readonly PreviewedUser[] }) {
  const [isOpen, setOpen] = useState(false);
  const name = changes[0].UserName;
  return (
    <div>
      <Button look="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
        <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {name}: {t('changes', { count: changes.length })}
      </Button>
      {isOpen && <ChangesTable name={name} changes={changes} />}
    </div>
  );
}

function ChangesTable({ name, changes }: { readonly name: string; readonly changes: readonly PreviewedUser[] }) {
  const label = useLabels();
  return (
    <div className={styles.scroll} role="region" aria-label={name} tabIndex={0}>
      <table className={styles.matrix} aria-label={name}>
        <thead>
          <tr>
            <th scope="col">{t('explain.entity')}</th>
            <th scope="col">{t('explain.operation')}</th>
            <th scope="col">{t('access.fromTo')}</th>
            <th scope="col">{t('access.gained')}</th>
            <th scope="col">{t('access.lost')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={`${change.EntityName} ${change.Operation}`}>
              <th scope="row">{label(change.EntityName)}</th>
              <td>{t(`access.operation.${change.Operation}`)}</td>
              <td>
                {change.From === change.To
                  ? t('access.sameScope', { scope: scopeText(change.To) })
                  : t('access.arrow', { from: scopeText(change.From), to: scopeText(change.To) })}
              </td>
              <td className={styles.number}>{countText(change.Gained)}</td>
              <td className={styles.number}>{countText(change.Lost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

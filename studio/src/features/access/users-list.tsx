import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type EntitySummary, lookedUp, mayRead, type Row } from '../../data/entity';
import { textOf } from '../../data/exact';
import { Refusal } from '../../data/refusal';
import { type Select, useRows, useStudio } from '../../queries/studio';
import { WhyRefused } from '../../fields/explain-link';
import { t } from '../../text/text';
import { TextBox } from '../../ui/box';
import { Tick } from '../../ui/choice';
import { NARROW, useMedia } from '../../ui/media';
import { Empty, Loading, Refused } from '../../ui/states';
import styles from './access.module.css';
import { CardPart } from './card-part';

/** Users that are listed at once; the search finds the others. */
const MOST_USERS = 200;

/** Users with their roles and teams. */
export function UsersList(props: {
  readonly words: string;
  readonly isActiveOnly: boolean;
  readonly set: (change: Readonly<Record<string, string | undefined>>) => void;
}) {
  const { words, isActiveOnly, set } = props;
  const { data, error, refetch } = useRows(usersBody(words, isActiveOnly, useStudio().entities));
  const total = data?.TotalRecords ?? 0;
  return (
    <div className={styles.stack}>
      <div className={styles.tools}>
        <WordsBox words={words} onWords={(q) => set({ q })} />
        <Tick
          label={t('access.onlyActive')}
          isSelected={isActiveOnly}
          onChange={(isOnly) => set({ active: isOnly ? 'yes' : undefined })}
        />
        {data !== undefined && <span role="status">{t('access.userCount', { count: total })}</span>}
      </div>
      {error instanceof Refusal ? (
        <Refused refusal={error} retry={() => void refetch()}>
          <WhyRefused refusal={error} entity={{ EntityName: 'User' }} operation="Read" />
        </Refused>
      ) : (
        <Users rows={data?.Result} />
      )}
      {total > MOST_USERS && <p>{t('firstOnly', { count: MOST_USERS })}</p>}
    </div>
  );
}

/** Roles and teams are read where the caller may. */
function usersBody(words: string, isActiveOnly: boolean, entities: readonly EntitySummary[]): Select {
  const names = words === '' ? [] : ['DisplayName', 'UserName'];
  const Filters = [
    ...names.map((FieldName) => ({ FieldName, Operator: 'Contains', Value: words })),
    ...(isActiveOnly ? [{ FieldName: 'IsActive', Operator: 'EqualTo', Value: true }] : []),
  ];
  const either = names.map((_, i) => i + 1).join(' OR ');
  const FilterLogic = isActiveOnly ? `(${either}) AND ${names.length + 1}` : either;
  return {
    EntityName: 'User',
    SelectedFields: ['Id', 'DisplayName', 'UserName', 'IsActive', 'ManagerId'],
    ...(Filters.length === 0 ? {} : { WhereClause: { Filters, ...(names.length === 0 ? {} : { FilterLogic }) } }),
    Sort: [{ FieldName: 'DisplayName', Direction: 1 }],
    Includes: [
      { Name: 'UserRole', SelectedFields: ['RoleId'] },
      { Name: 'TeamMember', SelectedFields: ['TeamId'] },
    ].filter(({ Name }) => mayRead(entities, Name)),
    LoadLookUpValues: true,
    Pager: { PageSize: MOST_USERS },
  };
}

/** Follows the typing when it pauses. */
function WordsBox({ words, onWords }: { readonly words: string; readonly onWords: (q: string | undefined) => void }) {
  const [text, setText] = useState(words);
  useEffect(() => {
    if (text === words) return undefined;
    const timer = setTimeout(() => onWords(text === '' ? undefined : text), 300);
    return () => clearTimeout(timer);
  });
  return <TextBox label={t('access.searchUsers')} type="search" value={text} onChange={setText} />;
}

function Users({ rows }: { readonly rows: readonly Row[] | undefined }) {
  const isNarrow = useMedia(NARROW);
  if (rows === undefined) return <Loading />;
  if (rows.length === 0) return <Empty text={t('access.noUser')} />;
  return isNarrow ? <UserCards rows={rows} /> : <UserTable rows={rows} />;
}

function UserTable({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.matrix} aria-label={t('access.usersTab')}>
        <thead>
          <tr>
            <th scope="col">{t('access.name')}</th>
            <th scope="col">{t('roles')}</th>
            <th scope="col">{t('access.teams')}</th>
            <th scope="col">{t('access.manager')}</th>
            <th scope="col">{t('access.active')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <User key={String(row.Id)} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function User({ row }: { readonly row: Row }) {
  return (
    <tr>
      <th scope="row">
        <UserLink row={row} />
        <br />
        <small>{textOf(row.UserName)}</small>
      </th>
      <td>{namesOf(row.UserRole, 'RoleId')}</td>
      <td>{namesOf(row.TeamMember, 'TeamId')}</td>
      <td>{lookedUp(row.ManagerId)?.text ?? '–'}</td>
      <td>{t(row.IsActive === true ? 'yes' : 'no')}</td>
    </tr>
  );
}

function UserCards({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <ul className={styles.cards}>
      {rows.map((row) => (
        <li key={String(row.Id)}>
          <UserLink row={row} />
          <dl>
            <CardPart title={t('roles')}>{namesOf(row.UserRole, 'RoleId')}</CardPart>
            <CardPart title={t('access.teams')}>{namesOf(row.TeamMember, 'TeamId')}</CardPart>
            <CardPart title={t('access.manager')}>{lookedUp(row.ManagerId)?.text ?? '–'}</CardPart>
            <CardPart title={t('access.active')}>{t(row.IsActive === true ? 'yes' : 'no')}</CardPart>
          </dl>
        </li>
      ))}
    </ul>
  );
}

function UserLink({ row }: { readonly row: Row }) {
  const params = { ...useStudio().service.environment!, user: String(row.Id) };
  return (
    <Link to="/$tenant/$app/$environment/access/users/$user" params={params}>
      {String(row.DisplayName)}
    </Link>
  );
}

/** Names on the other side of links, in order. */
function namesOf(links: unknown, field: string): string {
  const names = Array.isArray(links) ? (links as readonly Row[]).map((link) => lookedUp(link[field])?.text ?? '') : [];
  return names.length === 0 ? '–' : names.toSorted((a, b) => a.localeCompare(b)).join(', ');
}

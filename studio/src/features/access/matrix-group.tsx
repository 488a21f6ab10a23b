import { memo, useState } from 'react';
import { type EntitySummary, labelOf, type Scope } from '../../data/entity';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { NARROW, useMedia } from '../../ui/media';
import { ScopePicker } from '../../ui/scope-picker';
import styles from './access.module.css';
import { CardPart } from './card-part';
import { isSameAccess, type MatrixOf } from './matrix-of';
import { FieldsCell, ScopeCell } from './matrix-cells';
import { type Access, type Operation, OPERATIONS } from './role-draft';

/** Entities that are drawn at first, and each time that more are asked for. */
const STEP = 60;

interface GroupProps {
  readonly of: MatrixOf;
  readonly entities: readonly EntitySummary[];
}

/** A part of a matrix that can be folded. */
export function MatrixGroup(props: GroupProps & { readonly title: string; readonly isOpen: boolean }) {
  const { title, of, entities, isOpen: isOpenAtFirst } = props;
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const [count, setCount] = useState(STEP);
  const isNarrow = useMedia(NARROW);
  if (entities.length === 0) return undefined;
  const drawn = entities.slice(0, count);
  const left = entities.length - drawn.length;
  const Layout = isNarrow ? Cards : Table;
  return (
    <section aria-label={title} className={styles.group}>
      <h2>
        <Button look="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {title} ({entities.length})
        </Button>
      </h2>
      {isOpen && <Layout of={of} entities={drawn} all={entities} title={title} />}
      {isOpen && left > 0 && (
        <Button onPress={() => setCount(count + STEP)}>{t('access.showMore', { count: Math.min(left, STEP) })}</Button>
      )}
    </section>
  );
}

interface LayoutProps extends GroupProps {
  readonly title: string;
  /** Entities that a change of a whole column is made of. */
  readonly all: readonly EntitySummary[];
}

function Table({ of, entities, all, title }: LayoutProps) {
  return (
    <div className={styles.scroll}>
      <table className={styles.matrix} aria-label={`${of.label}: ${title}`}>
        <thead>
          <tr>
            <th scope="col">{t('explain.entity')}</th>
            {OPERATIONS.map((operation) => (
              <th key={operation} scope="col">
                {t(`access.operation.${operation}`)}
              </th>
            ))}
            {of.hasFields === true && <th scope="col">{t('access.fields')}</th>}
            {of.onChange !== undefined && <th scope="col">{t('access.wholeRow')}</th>}
          </tr>
        </thead>
        <tbody>
          {of.onChange !== undefined && (
            <tr className={styles.whole}>
              <th scope="row">{t('access.allListed', { count: all.length })}</th>
              {OPERATIONS.map((operation) => (
                <td key={operation}>
                  <WholeColumn of={of} entities={all} operation={operation} />
                </td>
              ))}
              {of.hasFields === true && <td />}
              <td />
            </tr>
          )}
          {entities.map((entity) => (
            <EntityRow key={entity.EntityName} of={of} entity={entity} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface EntityProps {
  readonly of: MatrixOf;
  readonly entity: EntitySummary;
}

/** Draws an entity again only where something of it has changed: a matrix may have thousands of pickers. */
function isSameEntity(before: EntityProps, after: EntityProps): boolean {
  const name = after.entity.EntityName;
  const isSame = (read: (of: MatrixOf) => Access | undefined): boolean => {
    const [a, b] = [read(before.of), read(after.of)];
    return a === b || (a !== undefined && b !== undefined && isSameAccess(a, b));
  };
  return (
    before.entity === after.entity &&
    isSame((of) => of.accessOf(name)) &&
    isSame((of) => of.storedOf?.(name)) &&
    isSame((of) => of.other?.accessOf(name)) &&
    before.of.other?.name === after.of.other?.name
  );
}

const EntityRow = memo(function EntityRow({ of, entity }: EntityProps) {
  return (
    <tr>
      <th scope="row">{labelOf(entity)}</th>
      {OPERATIONS.map((operation) => (
        <td key={operation}>
          <ScopeCell of={of} entity={entity} operation={operation} />
        </td>
      ))}
      {of.hasFields === true && (
        <td>
          <FieldsCell of={of} entity={entity} />
        </td>
      )}
      {of.onChange !== undefined && (
        <td>
          <WholeRow of={of} entity={entity} />
        </td>
      )}
    </tr>
  );
}, isSameEntity);

/** One card for each entity, on a narrow screen. */
function Cards({ of, entities, all }: LayoutProps) {
  return (
    <ul className={styles.cards}>
      {of.onChange !== undefined && (
        <li>
          <h3>{t('access.allListed', { count: all.length })}</h3>
          <dl>
            {OPERATIONS.map((operation) => (
              <CardPart key={operation} title={t(`access.operation.${operation}`)}>
                <WholeColumn of={of} entities={all} operation={operation} />
              </CardPart>
            ))}
          </dl>
        </li>
      )}
      {entities.map((entity) => (
        <EntityCard key={entity.EntityName} of={of} entity={entity} />
      ))}
    </ul>
  );
}

const EntityCard = memo(function EntityCard({ of, entity }: EntityProps) {
  return (
    <li>
      <h3>{labelOf(entity)}</h3>
      <dl>
        {OPERATIONS.map((operation) => (
          <CardPart key={operation} title={t(`access.operation.${operation}`)}>
            <ScopeCell of={of} entity={entity} operation={operation} />
          </CardPart>
        ))}
        {of.hasFields === true && (
          <CardPart title={t('access.fields')}>
            <FieldsCell of={of} entity={entity} />
          </CardPart>
        )}
        {of.onChange !== undefined && (
          <CardPart title={t('access.wholeRow')}>
            <WholeRow of={of} entity={entity} />
          </CardPart>
        )}
      </dl>
    </li>
  );
}, isSameEntity);

/** The scope that several have in common. */
function commonScope(scopes: readonly Scope[]): Scope | undefined {
  const [first] = scopes;
  return scopes.every((scope) => scope === first) ? first : undefined;
}

const whole = (scope: Scope): Partial<Access> => ({ Create: scope, Read: scope, Update: scope, Delete: scope });

function WholeRow({ of, entity }: EntityProps) {
  const access = of.accessOf(entity.EntityName);
  return (
    <ScopePicker
      label={t('access.wholeRowOf', { entity: labelOf(entity) })}
      scope={commonScope(OPERATIONS.map((operation) => access[operation]))}
      onChange={(scope) => of.onChange?.([{ entityName: entity.EntityName, change: whole(scope) }])}
    />
  );
}

/** Sets an operation of all entities of the group that the search has found. */
function WholeColumn({ of, entities, operation }: GroupProps & { readonly operation: Operation }) {
  const names = entities.map(({ EntityName }) => EntityName);
  return (
    <div className={styles.cell}>
      <ScopePicker
        label={t('access.wholeColumnOf', { operation: t(`access.operation.${operation}`) })}
        scope={commonScope(names.map((name) => of.accessOf(name)[operation]))}
        onChange={(scope) => of.onChange?.(names.map((entityName) => ({ entityName, change: { [operation]: scope } })))}
      />
    </div>
  );
}

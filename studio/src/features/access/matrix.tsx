import { useState } from 'react';
import { type EntitySummary, labelOf } from '../../data/entity';
import { t } from '../../text/text';
import { TextBox } from '../../ui/box';
import { Tick } from '../../ui/choice';
import { ScopeHelp } from '../../ui/scope-picker';
import { Empty } from '../../ui/states';
import styles from './access.module.css';
import { MatrixGroup } from './matrix-group';
import { isSameAccess, type MatrixOf } from './matrix-of';
import { NO_ACCESS } from './role-draft';

/**
 * Scopes by entity and operation: entities of the environment first, those of the service folded. Only what is open is
 * drawn.
 */
export function Matrix({ of, entities }: { readonly of: MatrixOf; readonly entities: readonly EntitySummary[] }) {
  const [words, setWords] = useState('');
  const [isNarrowed, setNarrowed] = useState(false);
  const shown = entities
    .filter((entity) => matches(entity, words))
    .filter(({ EntityName }) => !isNarrowed || isWorthShowing(of, EntityName));
  const own = shown.filter(({ IsSystem }) => IsSystem !== true);
  const builtIn = shown.filter(({ IsSystem }) => IsSystem === true);
  return (
    <>
      <div className={styles.tools}>
        <TextBox label={t('access.searchEntities')} type="search" value={words} onChange={setWords} />
        <Tick
          label={t(of.other === undefined ? 'access.onlyGiven' : 'access.onlyDifferent')}
          isSelected={isNarrowed}
          onChange={setNarrowed}
        />
      </div>
      <ScopeHelp />
      {shown.length === 0 && <Empty text={t('access.noEntity')} />}
      <MatrixGroup title={t('access.ownEntities')} of={of} entities={own} isOpen />
      <MatrixGroup
        key={`${words === ''}`}
        title={t('access.builtIn')}
        of={of}
        entities={builtIn}
        isOpen={words !== '' || own.length === 0}
      />
    </>
  );
}

const matches = (entity: EntitySummary, words: string): boolean =>
  `${entity.EntityName} ${labelOf(entity)}`.toLowerCase().includes(words.trim().toLowerCase());

/** Has some access, or differs from the other role. */
function isWorthShowing({ accessOf, storedOf, other }: MatrixOf, entityName: string): boolean {
  const access = accessOf(entityName);
  if (other !== undefined) return !isSameAccess(access, other.accessOf(entityName));
  return !isSameAccess(access, NO_ACCESS) || !isSameAccess(storedOf?.(entityName) ?? NO_ACCESS, NO_ACCESS);
}

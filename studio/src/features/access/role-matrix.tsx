import { useState } from 'react';
import { useStudio } from '../../queries/studio';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Loading, Refused } from '../../ui/states';
import styles from './access.module.css';
import { Matrix } from './matrix';
import type { AccessChange, MatrixOf } from './matrix-of';
import { type Chosen, Picker } from './picker';
import { type Access, draftedAccess, setAccess, storedAccess, type StoredRole } from './role-draft';
import type { RoleEdits } from './edits';
import { useRole } from './use-role';

const EVERYTHING: Access = { Create: 'All', Read: 'All', Update: 'All', Delete: 'All', WritableFields: [] };

/** Access that a role gives to each entity; Administrators have All everywhere, though the role stores nothing. */
const givenAccess = (role: StoredRole, entityName: string): Access =>
  role.isSystem && role.name === 'Administrator' ? EVERYTHING : storedAccess(role, entityName);

/** The scopes of a role, beside those of another one where the address names it. */
export function RoleMatrix(props: {
  readonly edits: RoleEdits;
  readonly compare: string | undefined;
  readonly setCompare: (id: string | undefined) => void;
}) {
  const { edits, compare, setCompare } = props;
  const { entities } = useStudio();
  const { data: other, refusal, retry } = useRole(compare);
  // Its name stays while the role loads; a text that changes under the cursor would open the list again.
  const [chosen, setChosen] = useState<Chosen>();
  const name = other?.name ?? (chosen?.id === compare ? chosen?.text : undefined) ?? '';
  const isLoading = compare !== undefined && other === undefined && refusal === undefined;
  const of = matrixOf(edits, other ?? undefined);
  return (
    <div className={styles.stack}>
      <div className={styles.tools}>
        <Picker
          kind="Role"
          label={t('access.compare')}
          value={compare === undefined ? undefined : { id: compare, text: name }}
          onChange={(role) => {
            setChosen(role);
            setCompare(role?.id);
          }}
        />
        {compare !== undefined && <Button onPress={() => setCompare(undefined)}>{t('access.endCompare')}</Button>}
      </div>
      {refusal !== undefined && <Refused refusal={refusal} retry={retry} />}
      {isLoading && <Loading lines={1} />}
      <Matrix of={of} entities={entities} />
    </div>
  );
}

function matrixOf({ draft, base, edit }: RoleEdits, other: StoredRole | undefined): MatrixOf {
  const change = (changes: readonly AccessChange[]): void =>
    edit((before, stored) =>
      changes.reduce((sum, each) => setAccess(sum, stored, each.entityName, each.change), before),
    );
  return {
    label: base.name,
    accessOf: (name) => (base.isSystem ? givenAccess(base, name) : draftedAccess(draft, base, name)),
    storedOf: (name) => givenAccess(base, name),
    hasFields: true,
    ...(base.isSystem ? {} : { onChange: change }),
    ...(other === undefined ? {} : { other: { name: other.name, accessOf: (name) => givenAccess(other, name) } }),
  };
}

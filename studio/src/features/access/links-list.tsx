import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useStudio } from '../../queries/studio';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Pill } from '../../ui/pill';
import { Empty } from '../../ui/states';
import styles from './access.module.css';
import { addLink, type Far, type LinkDraft, removeLink, type StoredLink } from './links';
import { Picker } from './picker';

type Kind = 'User' | 'Role' | 'Team';

interface Props {
  readonly kind: Kind;
  /** Such as "Add a member". */
  readonly addLabel: string;
  readonly empty: string;
  readonly stored: readonly StoredLink[];
  readonly draft: LinkDraft;
  readonly onChange: (draft: LinkDraft) => void;
  /** Text beside a linked record. */
  readonly beside?: (far: Far) => ReactNode;
}

/** Records that are linked, such as the members of a role: added and removed as changes that wait to be saved. */
export function LinksList(props: Props) {
  const { kind, addLabel, empty, stored, draft, onChange } = props;
  const links: readonly (Far & { readonly mapping?: string })[] = [...stored, ...draft.added].toSorted((a, b) =>
    a.text.localeCompare(b.text),
  );
  return (
    <>
      <AddLink kind={kind} label={addLabel} onAdd={(far) => onChange(addLink(draft, stored, far))} />
      {links.length === 0 && <Empty text={empty} />}
      <ul className={styles.linked}>
        {links.map((far) => (
          <Linked key={far.id} {...props} far={far} />
        ))}
      </ul>
    </>
  );
}

function Linked(props: Props & { readonly far: Far & { readonly mapping?: string } }) {
  const { kind, stored, draft, onChange, beside, far } = props;
  const isRemoved = draft.removed.includes(far.id);
  return (
    <li>
      <FarLink kind={kind} far={far} />
      {isRemoved && <Pill text={t('access.willBeRemoved')} />}
      {draft.added.some(({ id }) => id === far.id) && <Pill text={t('access.willBeAdded')} />}
      {far.mapping !== undefined && <Pill text={t('access.byMapping', { name: far.mapping })} />}
      {beside?.(far)}
      <Button
        look="quiet"
        aria-label={t(isRemoved ? 'access.keepOf' : 'access.removeOf', { name: far.text })}
        onPress={() => onChange(isRemoved ? addLink(draft, stored, far) : removeLink(draft, far.id))}
      >
        {t(isRemoved ? 'access.keep' : 'access.remove')}
      </Button>
    </li>
  );
}

/** Chooses a record, and links it. */
function AddLink(props: { readonly kind: Kind; readonly label: string; readonly onAdd: (far: Far) => void }) {
  const { kind, label, onAdd } = props;
  const [chosen, setChosen] = useState<Far>();
  return (
    <div className={styles.tools}>
      <Picker kind={kind} label={label} value={chosen} onChange={setChosen} />
      <Button
        isDisabled={chosen === undefined}
        onPress={() => {
          if (chosen !== undefined) onAdd(chosen);
          setChosen(undefined);
        }}
      >
        {t('access.add')}
      </Button>
    </div>
  );
}

function FarLink({ kind, far }: { readonly kind: Kind; readonly far: Far }) {
  const params = useStudio().service.environment!;
  if (kind === 'User')
    return (
      <Link to="/$tenant/$app/$environment/access/users/$user" params={{ ...params, user: far.id }}>
        {far.text}
      </Link>
    );
  if (kind === 'Role')
    return (
      <Link to="/$tenant/$app/$environment/access/roles/$role" params={{ ...params, role: far.id }}>
        {far.text}
      </Link>
    );
  return <span>{far.text}</span>;
}

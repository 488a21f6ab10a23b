import { t } from '../../text/text';
import { TextBox } from '../../ui/box';
import { Columns } from '../../ui/page';
import type { RoleEdits } from './edits';
import { faultsOfSteps, type StepsSaving } from './use-steps';

/** Name and description of a role. */
export function RoleTexts(props: { readonly edits: RoleEdits; readonly saving: StepsSaving }) {
  const { draft, base, edit } = props.edits;
  const faults = faultsOfSteps(props.saving, 'Role');
  const errorsOf = (name: string): readonly string[] =>
    (faults.get(name) ?? []).map(({ Code, Message }) => (Code === 'Conflict' ? t('fault.unique') : Message));
  return (
    <Columns>
      <TextBox
        label={t('access.name')}
        isRequired
        errors={errorsOf('Name')}
        value={draft.name ?? base.name}
        onChange={(name) => edit((before) => ({ ...before, name: name === base.name ? undefined : name }))}
      />
      <TextBox
        label={t('access.description')}
        errors={errorsOf('Description')}
        value={draft.description ?? base.description}
        onChange={(text) =>
          edit((before) => ({ ...before, description: text === base.description ? undefined : text }))
        }
      />
    </Columns>
  );
}

import { t } from '../../text/text';
import { TextBox } from '../../ui/box';
import { Columns } from '../../ui/page';
import type { RoleEdits } from './edits';

/** Name and description of a role. */
export function RoleTexts({ edits: { draft, base, edit } }: { readonly edits: RoleEdits }) {
  return (
    <Columns>
      <TextBox
        label={t('access.name')}
        isRequired
        value={draft.name ?? base.name}
        onChange={(name) => edit((before) => ({ ...before, name: name === base.name ? undefined : name }))}
      />
      <TextBox
        label={t('access.description')}
        value={draft.description ?? base.description}
        onChange={(text) =>
          edit((before) => ({ ...before, description: text === base.description ? undefined : text }))
        }
      />
    </Columns>
  );
}

import { useQuery } from '@tanstack/react-query';
import { words } from '../../data/entity';
import { useStudio } from '../../queries/studio';
import { t } from '../../text/text';
import { ChoiceBox } from '../../ui/choice';
import type { Listing } from './list-search';

/** A saved query that the caller may run (`GET /queries`). */
interface SavedQuery {
  readonly Id: string;
  readonly Name: string;
  readonly Label?: string;
  readonly EntityName: string;
  readonly Parameters: readonly { readonly Required?: boolean; readonly IsRequired?: boolean }[] | null;
  readonly Views: readonly { readonly Id: string; readonly Name: string }[];
}

/** Chooses a saved query of the entity, or a view of one, in place of all records. */
export function ViewPicker({ entity, search, set }: Listing) {
  const { service } = useStudio();
  const queries = useQuery({
    queryKey: ['definitions', 'queries'],
    queryFn: async ({ signal }) => (await service.call<readonly SavedQuery[]>('/queries', { signal })).Result,
  });
  const shown = (queries.data ?? []).filter(
    ({ EntityName, Parameters }) =>
      EntityName === entity.EntityName &&
      (Parameters ?? []).every(({ Required, IsRequired }) => !Required && !IsRequired),
  );
  if (shown.length === 0) return undefined;
  const choices = shown.flatMap(({ Id, Name, Label, Views }) => {
    const text = Label ?? words(Name);
    return [
      { value: Id, text },
      ...Views.map((view) => ({ value: `${Id}/${view.Id}`, text: `${text} · ${view.Name}` })),
    ];
  });
  return (
    <ChoiceBox
      label={t('view')}
      noneText={t('view.all')}
      choices={choices}
      value={search.view ?? null}
      onChange={(view) => set({ view: view ?? undefined, q: undefined, columns: undefined, sort: undefined })}
    />
  );
}

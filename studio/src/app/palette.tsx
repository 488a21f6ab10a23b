import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { displayText, type EntitySummary, labelOf, pluralOf, type Row, readableEntities } from '../data/entity';
import type { Service } from '../data/service';
import { useStudio } from '../queries/studio';
import { t } from '../text/text';
import { Dialog } from '../ui/dialog';
import { Finder, type Found } from '../ui/finder';

/** Entities that one search looks into, and rows of each. */
const SEARCHED = 6;
const ROWS = 5;
const LETTERS = 2;

/** Finds screens and records by a few letters. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={t('palette')} isOpen onClose={onClose}>
      <PaletteFinder onClose={onClose} />
    </Dialog>
  );
}

function PaletteFinder({ onClose }: { readonly onClose: () => void }) {
  const { service, entities } = useStudio();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const readable = readableEntities(entities);
  const records = useQuery({
    queryKey: ['search', search],
    queryFn: ({ signal }) => searchRecords(service, readable, search, signal),
    enabled: search.length >= LETTERS,
  });
  const params = service.environment!;
  const screens = readable
    .filter((entity) => pluralOf(entity).toLowerCase().includes(text.trim().toLowerCase()))
    .map((entity) => ({
      id: entity.EntityName,
      text: pluralOf(entity),
      kind: t('palette.list'),
      open: () =>
        void navigate({
          to: '/$tenant/$app/$environment/records/$entity',
          params: { ...params, entity: entity.EntityName },
        }),
    }));
  const found = (records.data ?? []).map(({ entity, row }) => ({
    id: String(row.Id),
    text: displayText(entity, row),
    kind: labelOf(entity),
    open: () =>
      void navigate({
        to: '/$tenant/$app/$environment/records/$entity/$id',
        params: { ...params, entity: entity.EntityName, id: String(row.Id) },
      }),
  }));
  const open = (chosen: Found): void => {
    onClose();
    chosen.open();
  };
  return (
    <Finder
      label={t('palette.label')}
      text={text}
      onText={setText}
      found={[...found, ...screens]}
      isBusy={records.isFetching}
      onChoose={open}
    />
  );
}

interface FoundRecord {
  readonly entity: EntitySummary;
  readonly row: Row;
}

async function searchRecords(
  service: Service,
  entities: readonly EntitySummary[],
  search: string,
  signal: AbortSignal,
): Promise<readonly FoundRecord[]> {
  const searched = entities.filter(({ DisplayField }) => DisplayField !== null).slice(0, SEARCHED);
  const answers = await Promise.all(
    searched.map(async (entity) => {
      const body = {
        EntityName: entity.EntityName,
        SelectedFields: ['Id', entity.DisplayField],
        GlobalSearch: search,
        LoadLookUpValues: true,
        Pager: { PageSize: ROWS, Count: 'None' },
      };
      const { Result } = await service.call<readonly Row[]>('/queries/select', { method: 'POST', body, signal });
      return Result.map((row) => ({ entity, row }));
    }),
  );
  return answers.flat();
}

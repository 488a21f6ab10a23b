import { useMutation } from '@tanstack/react-query';
import { type Conflict, conflictsOf, type Current, rebased, type Side } from '../../data/conflicts';
import { type Draft, isEmpty, updateFields } from '../../data/draft';
import type { Entity, Row } from '../../data/entity';
import { recordUpdate } from '../../data/record-update';
import { Refusal } from '../../data/refusal';
import { byId } from '../../data/where';
import { recordBody, type Select, useReadAgain, useStudio } from '../../queries/studio';
import { type Sender, useWrite } from '../../queries/use-write';
import type { Saving } from './record-editor';
import type { Editing } from './use-draft';

/** Part of an edit that a save needs. */
export type Saved = Pick<Editing, 'draft' | 'base' | 'replace' | 'reset'>;

/** Others have changed what the draft changes, too; `current` is the record as it is by now. */
class Overlap extends Error {
  constructor(
    readonly conflicts: readonly Conflict[],
    readonly current: Current,
  ) {
    super('The record was changed by others.');
  }
}

/** Saves a draft under the versions that it began with, and merges what others have changed meanwhile. */
export function useSaving(
  entity: Entity,
  row: Row,
  editing: Saved,
): Saving & {
  readonly conflicts: readonly Conflict[] | undefined;
  readonly giveUp: () => void;
  /** @param sides whose change is kept, by the places of the conflicts */
  readonly choose: (sides: Readonly<Record<string, Side>>) => void;
} {
  const save = useUpdate(entity, row, editing);
  const preview = usePreview(entity, row, editing.draft);
  const overlap = save.error instanceof Overlap ? save.error : undefined;
  const error = save.error ?? preview.error;
  const choose = (sides: Readonly<Record<string, Side>>): void => {
    if (overlap !== undefined) editing.replace(rebased(editing.draft, overlap.current, sides), overlap.current.row);
    save.reset();
  };
  return {
    state: save.progress,
    refusal: error instanceof Refusal ? error : undefined,
    previewed: preview.data,
    save: () => save.send(),
    preview: () => preview.mutate(),
    endPreview: () => preview.reset(),
    conflicts: overlap?.conflicts,
    giveUp: () => save.reset(),
    choose,
  };
}

function useUpdate(entity: Entity, row: Row, editing: Saved) {
  const readCurrent = useReadCurrent(entity, String(row.Id));
  const readAgain = useReadAgain();
  const { draft, base = row } = editing;
  const update = async ({ send }: Sender, from: Draft, version: Row): Promise<unknown> => {
    const { path, options, placed } = recordUpdate(entity, from, version);
    return send(path, options).catch((error: unknown) => {
      throw error instanceof Refusal ? placed(error) : error;
    });
  };
  /** Merges changes that do not overlap, and saves at once. */
  const merge = async (sender: Sender, stale: Refusal): Promise<unknown> => {
    const current = await readCurrent(draft);
    if (current === undefined) throw stale;
    const conflicts = conflictsOf(draft, base, current);
    if (conflicts.length > 0) throw new Overlap(conflicts, current);
    const merged = rebased(draft, current);
    editing.replace(merged, current.row);
    return isEmpty(merged) ? undefined : update(sender, merged, current.row);
  };
  return useWrite({
    write: (sender) =>
      update(sender, draft, base).catch((error: unknown) => {
        if (!(error instanceof Refusal) || error.status !== 412) throw error;
        return merge(sender, error);
      }),
    onDone: async () => {
      await readAgain([entity.EntityName, ...entity.Relations.flatMap(({ ChildEntity }) => ChildEntity ?? [])]);
      // The stored values are there by now, so nothing jumps back for a moment.
      editing.reset();
    },
  });
}

/** Reads the record as it is by now, with the stored children that a draft changes; undefined where it is gone. */
function useReadCurrent(entity: Entity, id: string): (draft: Draft) => Promise<Current | undefined> {
  const { service } = useStudio();
  const select = async (body: Select): Promise<readonly Row[]> =>
    (await service.call<readonly Row[]>('/queries/select', { method: 'POST', body })).Result;
  return async ({ children }) => {
    const read = Object.entries(children).map(async ([relation, drafts]) => {
      const Value = drafts.flatMap(({ base }) => base?.Id ?? []);
      const EntityName = entity.Relations.find(({ Name }) => Name === relation)?.ChildEntity;
      if (EntityName === undefined || Value.length === 0) return [relation, []] as const;
      const WhereClause = { Filters: [{ FieldName: 'Id', Operator: 'IN', Value }] };
      const Pager = { PageSize: Value.length };
      return [relation, await select({ EntityName, WhereClause, LoadLookUpValues: true, Pager })] as const;
    });
    const [[row], ...parts] = await Promise.all([select(recordBody(entity.EntityName, id)), ...read]);
    return row === undefined ? undefined : { row, children: Object.fromEntries(parts) };
  };
}

/** Runs the update without storing it. @returns the record as the update would leave it */
function usePreview(entity: Entity, row: Row, draft: Draft) {
  const { service } = useStudio();
  return useMutation({
    mutationFn: async () => {
      const body = {
        EntityName: entity.EntityName,
        Fields: updateFields(draft),
        WhereClause: byId(row.Id),
        Options: { DryRun: true },
      };
      const headers = { Prefer: 'return=representation' };
      const { Result } = await service.call<readonly Row[]>('/records/update', { method: 'PUT', body, headers });
      return Result[0] ?? row;
    },
  });
}

import { useMutation } from '@tanstack/react-query';
import { type Conflict, conflictsOf, type Draft, rebased, updateFields } from '../../data/draft';
import type { Entity, Row } from '../../data/entity';
import { Refusal } from '../../data/refusal';
import { recordBody, useReadAgain, useStudio } from '../../queries/studio';
import { type Sender, useWrite } from '../../queries/use-write';
import { byId } from '../../data/where';
import type { Saving } from './record-editor';
import type { Editing } from './use-draft';

/** What a save needs of an edit. */
export type Saved = Pick<Editing, 'draft' | 'base' | 'replace' | 'reset'>;

/** Others have changed fields that the draft changes, too; `current` is the record as it is by now. */
class Overlap extends Error {
  constructor(
    readonly conflicts: readonly Conflict[],
    readonly current: Row,
  ) {
    super('The record was changed by others.');
  }
}

/** Saves a draft under the version that it began with, and merges what others have changed meanwhile. */
export function useSaving(
  entity: Entity,
  row: Row,
  editing: Saved,
): Saving & {
  readonly conflicts: readonly Conflict[] | undefined;
  readonly giveUp: () => void;
  /** @param taken values of the fields in conflict, as they were chosen */
  readonly choose: (taken: Row) => void;
} {
  const save = useUpdate(entity, row, editing);
  const preview = usePreview(entity, row, editing.draft);
  const overlap = save.error instanceof Overlap ? save.error : undefined;
  const error = save.error ?? preview.error;
  const choose = (taken: Row): void => {
    const draft = { ...editing.draft, changes: { ...editing.draft.changes, ...taken } };
    if (overlap !== undefined) editing.replace(rebased(draft, overlap.current), overlap.current);
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

const bodyOf = (entity: Entity, row: Row, draft: Draft) => ({
  EntityName: entity.EntityName,
  Fields: updateFields(draft),
  WhereClause: byId(row.Id),
});

function useUpdate(entity: Entity, row: Row, editing: Saved) {
  const { service } = useStudio();
  const readAgain = useReadAgain();
  const update = ({ send }: Sender, draft: Draft, base: Row | undefined): Promise<unknown> => {
    const headers = { 'If-Match': `"${String(base?.RowVersion)}"` };
    return send('/records/update', { method: 'PUT', body: bodyOf(entity, row, draft), headers });
  };
  /** Merges changes that do not overlap, and saves at once. */
  const merge = async (sender: Sender, stale: Refusal): Promise<unknown> => {
    const body = recordBody(entity.EntityName, String(row.Id));
    const [current] = (await service.call<readonly Row[]>('/queries/select', { method: 'POST', body })).Result;
    if (current === undefined || editing.base === undefined) throw stale;
    const conflicts = conflictsOf(entity, editing.draft, editing.base, current);
    if (conflicts.length > 0) throw new Overlap(conflicts, current);
    const merged = rebased(editing.draft, current);
    editing.replace(merged, current);
    return update(sender, merged, current);
  };
  return useWrite({
    write: (sender) =>
      update(sender, editing.draft, editing.base).catch((error: unknown) => {
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

/** Runs the update without storing it. @returns the record as the update would leave it */
function usePreview(entity: Entity, row: Row, draft: Draft) {
  const { service } = useStudio();
  return useMutation({
    mutationFn: async () => {
      const body = { ...bodyOf(entity, row, draft), Options: { DryRun: true } };
      const headers = { Prefer: 'return=representation' };
      const { Result } = await service.call<readonly Row[]>('/records/update', { method: 'PUT', body, headers });
      return Result[0] ?? row;
    },
  });
}

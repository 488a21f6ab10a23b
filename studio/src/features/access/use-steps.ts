import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Fault, Refusal } from '../../data/refusal';
import { useReadAgain, useStudio } from '../../queries/studio';
import { useWrite } from '../../queries/use-write';
import type { AccessPreviewAnswer } from './preview';
import type { Step } from './steps';

/** Entities whose changes change access; what was read of them is old afterwards. */
const ACCESS_ENTITIES = ['Role', 'RoleAccess', 'RolePermission', 'UserRole', 'TeamMember', 'Team', 'User'];

/** Makes old what was read of access. */
export function useReadAccessAgain(): () => Promise<unknown> {
  const queries = useQueryClient();
  const readAgain = useReadAgain();
  return () => Promise.all([readAgain(ACCESS_ENTITIES), queries.invalidateQueries({ queryKey: ['access'] })]);
}

/** Preview and save of steps. */
export type StepsSaving = ReturnType<typeof useSteps>;

/**
 * Previews and saves steps: both send the same ones.
 * @param onRefused called with the names of the fields that a refusal is about
 */
export function useSteps(
  steps: readonly Step[],
  onSaved: () => void,
  onRefused?: (fieldNames: readonly string[]) => void,
) {
  const { service } = useStudio();
  const readAgain = useReadAccessAgain();
  const refused = (error: unknown): void => {
    if (error instanceof Refusal) onRefused?.(error.faults.flatMap(({ FieldName }) => FieldName ?? []));
  };
  const preview = useMutation({
    mutationFn: (): Promise<AccessPreviewAnswer> =>
      service.call('/access/preview', { method: 'POST', body: { Changes: steps } }),
    onMutate: () => save.reset(),
    onError: refused,
  });
  const save = useWrite({
    write: ({ send }) => {
      preview.reset();
      return send('/records/batch', { method: 'POST', body: { Mode: 'Atomic', Steps: steps } });
    },
    onDone: async () => {
      await readAgain();
      onSaved();
      // The buttons are gone now; the focus goes to the title.
      document.querySelector('h1')?.focus();
    },
    onFailed: async (error) => {
      refused(error);
      await readAgain();
    },
  });
  const [resetSave, resetPreview, sent] = [save.reset, preview.reset, JSON.stringify(steps)];
  // Other changes are another request: what was said of the former one is old.
  useEffect(() => {
    resetSave();
    resetPreview();
  }, [resetSave, resetPreview, sent]);
  const error = save.error ?? preview.error;
  return { save, preview, steps, refusal: error instanceof Refusal ? error : undefined };
}

/** The step that a fault is about. */
const stepOf = (steps: readonly Step[], { Path = '' }: Fault): Step | undefined =>
  steps[Number(/^(?:Steps|Changes)\[(\d+)\]/.exec(Path)?.[1])];

/** Faults of the fields of an entity by their names. */
export function faultsOfSteps({ refusal, steps }: StepsSaving, entityName: string): ReadonlyMap<string, Fault[]> {
  const faults = new Map<string, Fault[]>();
  for (const fault of refusal?.faults ?? []) {
    const isOfEntity = stepOf(steps, fault)?.EntityName === entityName;
    const name = isOfEntity ? fault.FieldName : undefined;
    if (name !== undefined) faults.set(name, [...(faults.get(name) ?? []), fault]);
  }
  return faults;
}

/** True where another user was faster; an update that meets a unique value was not. */
export const isStale = ({ refusal, steps }: StepsSaving): boolean =>
  refusal?.status === 412 ||
  (refusal?.status === 409 &&
    refusal.faults.some((fault) => fault.Code === 'Conflict' && stepOf(steps, fault)?.Operation !== 'Update'));

const EXPLAINED = { Insert: 'Create', Update: 'Update', Delete: 'Delete' } as const;

/** Finds what was refused, for its explanation: the step that a fault names, else the first one. */
export function refusedStep({ refusal, steps }: StepsSaving) {
  const named = refusal?.faults.flatMap((fault) => stepOf(steps, fault) ?? [])[0];
  const { EntityName, Operation } = named ?? steps[0];
  return { entity: { EntityName }, operation: EXPLAINED[Operation] };
}

import type { Fault } from '#core/errors.js';

const isOfOwner = ({ fieldName }: Fault): boolean => fieldName === 'OwnerId';

/** Leaves out that an owner is out of scope where the same owner is unknown: the status follows from one of the two. */
export function withoutUnknownOwners(faults: readonly Fault[]): readonly Fault[] {
  const unknown = new Set(
    faults.filter((fault) => isOfOwner(fault) && fault.code === 'Validation').map(({ path }) => path),
  );
  if (unknown.size === 0) return faults;
  return faults.filter((fault) => !(isOfOwner(fault) && fault.code === 'OutOfScope' && unknown.has(fault.path)));
}

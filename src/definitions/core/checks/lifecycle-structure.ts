import { Definition } from '#core/catalogue/definition.js';
import { faultAt, type MemberFault } from './member-faults.js';

/** A status of a lifecycle that is checked. */
export interface StatusRow {
  readonly id: string;
  readonly name: string;
  readonly isInitial: boolean;
  readonly isFinal: boolean;
}

/** A fault of a lifecycle as a whole, or of one of its statuses. */
interface StructureFault extends MemberFault {
  readonly status?: StatusRow;
}

/** Word for any status as the start of a transition, which no status can have as its name. */
const ANY_STATUS = '*';

export const statusesOf = (lifecycle: Definition): readonly StatusRow[] =>
  lifecycle.objects('Statuses').map((json) => {
    const status = new Definition(json);
    const [isInitial, isFinal] = [status.flag('IsInitial'), status.flag('IsFinal')];
    return { id: status.text('Id') ?? '', name: status.text('Name') ?? '', isInitial, isFinal };
  });

const transitionsOf = (lifecycle: Definition): readonly Definition[] =>
  lifecycle.objects('Transitions').map((json) => new Definition(json));

/** Tells whether a transition leads out of a status; one from any status leaves neither its target nor final ones. */
function leaves(transition: Definition, { id, isFinal }: StatusRow): boolean {
  const from = transition.text('FromStatusId');
  return from === undefined ? id !== transition.text('ToStatusId') && !isFinal : from === id;
}

/** Finds faults in names, initial status and reachability. */
export function* structureFaults(lifecycle: Definition): Generator<StructureFault> {
  const statuses = statusesOf(lifecycle);
  const initial = statuses.filter(({ isInitial }) => isInitial);
  yield* namingFaults(statuses);
  if (initial.length === 0)
    yield faultAt('Statuses', `${lifecycle.text('Name')}: one of the statuses must be the initial one (IsInitial).`);
  for (const status of initial.slice(1)) {
    const message = `${initial[0].name} is the initial status already; a lifecycle has exactly one.`;
    yield { ...faultAt('IsInitial', `${status.name}: ${message}`), status };
  }
  if (initial.length !== 1) return;
  const reached = reachable(initial[0], statuses, transitionsOf(lifecycle));
  for (const status of statuses.filter((each) => !reached.has(each))) {
    const message = `${status.name}: no transitions lead here from the initial status ${initial[0].name}.`;
    yield { ...faultAt('Name', message), status };
  }
}

function* namingFaults(statuses: readonly StatusRow[]): Generator<StructureFault> {
  const known = new Set<string>();
  for (const status of statuses) {
    const { name } = status;
    if (name === ANY_STATUS) yield { ...faultAt('Name', `'*' means any status and cannot be a name.`), status };
    else if (known.has(name.toLowerCase()))
      yield { ...faultAt('Name', `Two statuses are called ${name}; letter case makes no difference.`), status };
    known.add(name.toLowerCase());
  }
}

function reachable(
  initial: StatusRow,
  statuses: readonly StatusRow[],
  transitions: readonly Definition[],
): ReadonlySet<StatusRow> {
  const byId = new Map(statuses.map((status) => [status.id, status]));
  const reached = new Set([initial]);
  // A set yields what is added during its iteration.
  for (const status of reached) {
    for (const transition of transitions.filter((each) => leaves(each, status))) {
      const target = byId.get(transition.text('ToStatusId') ?? '');
      if (target) reached.add(target);
    }
  }
  return reached;
}

/** Describes dead ends and ways out of final statuses, which are allowed but may be mistakes. */
export function lifecycleRemarks(lifecycle: Definition): readonly string[] {
  const [statuses, transitions] = [statusesOf(lifecycle), transitionsOf(lifecycle)];
  const name = lifecycle.text('Name') ?? '';
  const isDeadEnd = (status: StatusRow): boolean =>
    !status.isFinal && !transitions.some((each) => leaves(each, status));
  const final = new Map(statuses.filter(({ isFinal }) => isFinal).map((status) => [status.id, status.name]));
  return [
    ...statuses
      .filter(isDeadEnd)
      .map((status) => `Lifecycle '${name}': no transition leaves the status '${status.name}', which is not final.`),
    ...transitions.flatMap((transition): readonly string[] => {
      const from = final.get(transition.text('FromStatusId') ?? '');
      if (from === undefined) return [];
      return [`Lifecycle '${name}': the transition '${transition.text('Name')}' leaves the final status '${from}'.`];
    }),
  ];
}

import { faultAt, type MemberFault } from '#definitions/core/checks/member-faults.js';
import { allActions, type Workflow } from '#core/catalogue/workflow.js';

/** A workflow that an action starts. */
interface Start {
  readonly name: string;
  readonly path: string;
}

const startsOf = ({ actions }: Workflow): readonly Start[] =>
  [...allActions(actions)].flatMap(({ type, body, path }) =>
    type === 'RunWorkflow' && typeof body.Workflow === 'string' ? [{ name: body.Workflow, path }] : [],
  );

/** Finds the actions by which a workflow would start itself, directly or through others. */
export function cycleFaults(workflow: Workflow, all: readonly Workflow[]): readonly MemberFault[] {
  const byName = new Map(all.map((each) => [each.name, startsOf(each)]));
  return startsOf(workflow).flatMap(({ name, path }) => {
    const way = wayTo(workflow.name, name, byName);
    if (!way) return [];
    const circle = [workflow.name, ...way].join(' → ');
    return [faultAt(`${path}.Workflow`, `The workflow would start itself: ${circle}.`)];
  });
}

/** Finds the shortest way of starts between two workflows, both ends included. */
function wayTo(
  wanted: string,
  first: string,
  starts: ReadonlyMap<string, readonly Start[]>,
): readonly string[] | undefined {
  const ways = new Map([[first, [first]]]);
  // A map yields what is added during its iteration.
  for (const [name, way] of ways) {
    if (name === wanted) return way;
    for (const next of starts.get(name) ?? []) if (!ways.has(next.name)) ways.set(next.name, [...way, next.name]);
  }
  return undefined;
}

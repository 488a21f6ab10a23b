import type { RunInput } from '#core/catalogue/run.js';
import { INNER_NAMES, type Action, type Workflow } from '#core/catalogue/workflow.js';
import type { StepPlace } from './progress.js';

/** A workflow that a run executes: its own, or one that it runs inside. */
export interface WorkflowScope {
  readonly workflow: Workflow;
  readonly input: RunInput;
  /** By name in lower case, with the number of ForEach around each inside the workflow. */
  readonly actions: ReadonlyMap<string, { readonly action: Action; readonly loops: number }>;
  /** Iterations of ForEach around the workflow. */
  readonly around: readonly number[];
  /** Number of workflows around it. */
  readonly depth: number;
  /** It or a workflow around it, inside of the run's own, has the rights of the service: its steps belong to nobody. */
  readonly isOfService: boolean;
}

export const scopeOfWorkflow = (workflow: Workflow, input: RunInput): WorkflowScope => ({
  workflow,
  input,
  actions: new Map(named(workflow.actions, 0)),
  around: [],
  depth: 0,
  isOfService: false,
});

/** WorkflowScope of a workflow that another one runs inside. @param around iterations of ForEach around it */
export const innerScopeOf = (
  outer: WorkflowScope,
  workflow: Workflow,
  input: RunInput,
  around: readonly number[],
): WorkflowScope => ({
  ...scopeOfWorkflow(workflow, input),
  around,
  depth: outer.depth + 1,
  isOfService: outer.isOfService || workflow.runAs === 'Service',
});

function* named(
  actions: readonly Action[],
  loops: number,
): Generator<readonly [string, { readonly action: Action; readonly loops: number }]> {
  for (const action of actions) {
    yield [action.name.toLowerCase(), { action, loops }];
    for (const name of INNER_NAMES) yield* named(action.inner[name] ?? [], loops + (name === 'Do' ? 1 : 0));
  }
}

/** Place of the step that an action has had, as seen from inside these iterations; undefined for an unknown action. */
export function placeOfStep(frame: WorkflowScope, name: string, iterations: readonly number[]): StepPlace | undefined {
  const found = frame.actions.get(name.toLowerCase());
  if (!found) return undefined;
  return { path: found.action.path, iterations: iterations.slice(0, frame.around.length + found.loops) };
}

/** Number of loops that are around both of two actions of a workflow. @param path of an action, such as `Actions[2].Do[0]` */
export function sharedLoops(path: string, other: string): number {
  const [parts, others] = [path.split('.'), other.split('.')];
  let loops = 0;
  for (let i = 1; i < parts.length && parts[i - 1] === others[i - 1]; i++)
    if (parts[i].startsWith('Do[') && others[i]?.startsWith('Do[')) loops++;
  return loops;
}

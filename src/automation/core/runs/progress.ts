/** A step of a run: the path of its action, and the iteration of each ForEach around it, from the outside in. */
export interface StepPlace {
  readonly path: string;
  readonly iterations: readonly number[];
}

/** Last step of a run that is done: execution goes on behind it, or inside it where it was only entered. */
export interface Progress extends StepPlace {
  /** True for a step with inner actions that has begun, but none of its inner steps is done. */
  readonly isEntered: boolean;
}

const ENTERED = '>';

/** Key of a step, from which its id is derived: equal on every try. */
export const stepKey = ({ path, iterations }: StepPlace): string => `${path}#${iterations.join('.')}`;

/** Text of a progress, as the queue stores it. */
export const progressText = (place: StepPlace, isEntered = false): string =>
  (isEntered ? ENTERED : '') + stepKey(place);

/** Reads what `progressText` wrote. */
export function parseProgress(text: string): Progress {
  const isEntered = text.startsWith(ENTERED);
  const [path, iterations] = text.slice(isEntered ? 1 : 0).split('#');
  return { path, iterations: iterations === '' ? [] : iterations.split('.').map(Number), isEntered };
}

/** Place to go on in a list of actions: the index of the next action, and the progress inside it, if any. */
export interface Resumption {
  readonly index: number;
  readonly inside?: Progress;
}

/** Finds the action of a list at which execution goes on. */
export function resumeIn(actions: readonly { readonly path: string }[], progress: Progress | undefined): Resumption {
  if (progress === undefined) return { index: 0 };
  const at = actions.findIndex(({ path }) => progress.path === path || progress.path.startsWith(`${path}.`));
  if (at < 0) return { index: 0 };
  const isDone = progress.path === actions[at].path && !progress.isEntered;
  return isDone ? { index: at + 1 } : { index: at, inside: progress };
}

import { type Block, blocksOf } from './page-blocks.js';

/**
 * A step of a page that is pasted into a shell. `sh`: commands and the answers that they print; `terminal`: a program
 * that goes on in a terminal of its own; `prints`: what that program has printed since the step before.
 */
export type PageStep =
  | { readonly kind: 'sh'; readonly block: Block; readonly answers: readonly Block[]; readonly title: string }
  | { readonly kind: 'terminal' | 'prints'; readonly block: Block; readonly title: string };

const KINDS: Readonly<Record<string, PageStep['kind']>> = {
  sh: 'sh',
  'sh terminal': 'terminal',
  'text prints': 'prints',
};

/** Infos of the blocks that `stepsOf` reads. */
export const STEP_INFOS: readonly string[] = [...Object.keys(KINDS), 'json answer'];

/** The steps of a page, in their order; blocks that cannot be run are left out. */
export function stepsOf(page: string): readonly PageStep[] {
  const blocks = blocksOf(page);
  return blocks.flatMap((block, i): readonly PageStep[] => {
    const kind = KINDS[block.info];
    if (kind === undefined || block.notRun !== undefined) return [];
    const [line] = block.text.split('\n');
    const title = `${block.heading}: ${line}`;
    if (kind !== 'sh') return [{ kind, block, title }];
    const end = blocks.findIndex(({ info }, at) => at > i && info !== 'json answer');
    return [{ kind, block, answers: blocks.slice(i + 1, end === -1 ? undefined : end), title }];
  });
}

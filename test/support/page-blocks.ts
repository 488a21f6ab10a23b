/** A fenced code block of a Markdown page. */
export interface Block {
  /** Position among the blocks of its page, from 0. */
  readonly index: number;
  /** Text after the opening fence, such as `http` or `json sends`. */
  readonly info: string;
  readonly text: string;
  /** The nearest heading above. */
  readonly heading: string;
  /** Why no test runs the block, from the comment `not run` above it. */
  readonly notRun?: string;
}

const HEADING_OR_BLOCK =
  /^#+ (?<title>.+)$|(?<comment>^<!-- not run: (?<notRun>.+) -->\n\n?)?^```(?<info>.*)\n(?<text>(?:.*\n)*?)```$/gm;

/** The fenced code blocks of a page, in their order. */
export function blocksOf(page: string): readonly Block[] {
  const blocks: Block[] = [];
  let heading = '';
  for (const { groups } of page.matchAll(HEADING_OR_BLOCK)) {
    if (groups?.title !== undefined) heading = groups.title;
    else {
      const { info = '', text = '', notRun } = groups ?? {};
      blocks.push({ index: blocks.length, info, text, heading, notRun });
    }
  }
  return blocks;
}

/** The page with other texts in some of its blocks, by their index. */
export function withBlocks(page: string, texts: ReadonlyMap<number, string>): string {
  let index = 0;
  return page.replace(HEADING_OR_BLOCK, (found: string, ...rest: readonly unknown[]) => {
    const { title, comment = '', info } = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    if (title !== undefined) return found;
    const text = texts.get(index++);
    return text === undefined ? found : `${comment}\`\`\`${info}\n${text}\`\`\``;
  });
}

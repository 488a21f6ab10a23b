/** A fenced code block of a Markdown page. */
export interface Block {
  /** Position among the blocks of its page, from 0. */
  readonly index: number;
  /** Text after the opening fence, such as `http` or `json sends`. */
  readonly info: string;
  readonly text: string;
  /** The nearest heading above. */
  readonly heading: string;
}

const HEADING_OR_BLOCK = /^#+ (?<title>.+)$|^```(?<info>.*)\n(?<text>(?:.*\n)*?)```$/gm;

/** The fenced code blocks of a page, in their order. */
export function blocksOf(page: string): readonly Block[] {
  const blocks: Block[] = [];
  let heading = '';
  for (const { groups } of page.matchAll(HEADING_OR_BLOCK)) {
    if (groups?.title !== undefined) heading = groups.title;
    else blocks.push({ index: blocks.length, info: groups?.info ?? '', text: groups?.text ?? '', heading });
  }
  return blocks;
}

/** The page with other texts in some of its blocks, by their index. */
export function withBlocks(page: string, texts: ReadonlyMap<number, string>): string {
  let index = 0;
  return page.replace(HEADING_OR_BLOCK, (found: string, ...rest: readonly unknown[]) => {
    const { title, info } = rest.at(-1) as { readonly title?: string; readonly info?: string };
    if (title !== undefined) return found;
    const text = texts.get(index++);
    return text === undefined ? found : `\`\`\`${info}\n${text}\`\`\``;
  });
}

const CODE_BLOCK = /^```.*\n(?:.*\n)*?```$/gm;
const HEADING = /^#{1,6} (.+)$/gm;
const LINK = /\[([^\]]*)\]\([^)]*\)/g;

/** The anchor that GitHub gives a heading, without the number of a repeated one. */
const slugOf = (heading: string): string =>
  heading
    .replaceAll(LINK, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

/** The anchors of a Markdown page, as links to its headings name them. */
export function anchorsOf(page: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading] of page.replaceAll(CODE_BLOCK, '').matchAll(HEADING)) {
    const slug = slugOf(heading);
    let [anchor, repeated] = [slug, 0];
    while (anchors.has(anchor)) anchor = `${slug}-${++repeated}`;
    anchors.add(anchor);
  }
  return anchors;
}

import { posix } from 'node:path';
import type { ProjectFile } from './project-files.js';
import { linesWithoutCode } from './prose.js';

/** A citation that leads nowhere, as `path:line: what`. */
export type Finding = string;

/** Paths of files and folders, without a slash at their end. */
export type KnownPaths = ReadonlySet<string>;

/** All paths of these files and of the folders they are in. */
function pathsOf(files: readonly ProjectFile[]): KnownPaths {
  const folders = files.flatMap(({ path }) => {
    const parts = path.split('/');
    return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
  });
  return new Set(['.', ...folders]);
}

/** Starts of a path that a dot follows. */
const stemsOf = (path: string): readonly string[] => [...path.matchAll(/\./g)].map(({ index }) => path.slice(0, index));

/** The anchor that GitHub gives a heading: lower case, hyphens for spaces, other punctuation dropped. */
export function slugOf(heading: string): string {
  const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim();
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}

/** All anchors of a page; a repeated heading gets `-1`, `-2` and so on. */
export function anchorsOf(page: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  const uses = new Map<string, number>();
  for (const line of linesWithoutCode(page)) {
    const [, heading] = /^#{1,6} +(.+?)(?: +#+)?$/.exec(line) ?? [];
    for (const [, id] of line.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(id);
    if (heading === undefined) continue;
    const slug = slugOf(heading);
    const used = uses.get(slug) ?? 0;
    uses.set(slug, used + 1);
    anchors.add(used === 0 ? slug : `${slug}-${used}`);
  }
  return anchors;
}

/** Finds links and mentions of pages whose file or anchor does not exist. */
export class LinkChecker {
  readonly #paths: KnownPaths;
  /** Paths without the last parts of a file's name, such as `.e2e-spec.ts`, which a mention may leave out. */
  readonly #stems: ReadonlySet<string>;
  readonly #pages: ReadonlyMap<string, string>;
  readonly #anchors = new Map<string, ReadonlySet<string>>();

  /** @param files all files of the project, links to which are sound. */
  constructor(files: readonly ProjectFile[]) {
    this.#paths = pathsOf(files);
    this.#stems = new Set([...this.#paths].flatMap(stemsOf));
    this.#pages = new Map(files.filter(({ path }) => path.endsWith('.md')).map(({ path, text }) => [path, text]));
  }

  /** Markdown links of a page: `[text](target)`. */
  brokenLinks({ path, text }: ProjectFile): readonly Finding[] {
    const here = anchorsOf(text);
    return linesWithoutCode(text).flatMap((line, i) =>
      [...line.replaceAll(/`[^`]*`/g, '').matchAll(/\]\(<?([^)>\s]+)>?\)/g)]
        .map(([, target]) => target)
        .filter((target) => !/^[a-z]+:/.test(target))
        .filter((target) => !(target.startsWith('#') ? here.has(target.slice(1)) : this.#leads(resolve(path, target))))
        .map((target) => `${path}:${i + 1}: ${target}`),
    );
  }

  /** Pages that any file names by their path from the project's folder, with or without an anchor. */
  brokenMentions({ path, text }: ProjectFile): readonly Finding[] {
    return text.split('\n').flatMap((line, i) =>
      [...line.matchAll(/(?<![\w./-])((?:docs\/[\w./-]*|README)\.md(?:#[\w-]*)?)/g)]
        .map(([, target]) => target)
        .filter((target) => !this.#leads(target))
        .map((target) => `${path}:${i + 1}: ${target}`),
    );
  }

  /** Paths of sources, tests and samples that a page names; those with placeholders are not looked at. */
  missingPaths({ path, text }: ProjectFile, examples: KnownPaths): readonly Finding[] {
    return text.split('\n').flatMap((line, i) =>
      [...line.matchAll(/`((?:src|test|samples|demo)\/[\w./-]*)`/g)]
        .map(([, target]) => target.replace(/\/$/, ''))
        .filter((target) => !examples.has(target) && !this.#exists(target))
        .map((target) => `${path}:${i + 1}: ${target}`),
    );
  }

  #exists(target: string): boolean {
    return this.#paths.has(target) || this.#stems.has(target);
  }

  #leads(target: string): boolean {
    const [page, anchor] = target.split('#');
    if (!this.#paths.has(page.replace(/\/$/, ''))) return false;
    return anchor === undefined || this.#anchorsOf(page).has(anchor);
  }

  #anchorsOf(page: string): ReadonlySet<string> {
    const known = this.#anchors.get(page) ?? anchorsOf(this.#pages.get(page) ?? '');
    this.#anchors.set(page, known);
    return known;
  }
}

/** A link's target from the project's folder. */
function resolve(from: string, target: string): string {
  return posix.normalize(posix.join(posix.dirname(from), target));
}

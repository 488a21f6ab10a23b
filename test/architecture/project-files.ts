import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A text file of the project; `path` is relative to the project's folder, with `/`. */
export interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

const NOT_OURS = /^(node_modules|dist(-.*)?|lib(-.*)?|coverage|bin|obj|\.git|\.data|\.compiled)$/;

/** All files of a folder and the folders in it, `.` for the whole project; what is installed or built left out. */
export function filesIn(folder: string): readonly ProjectFile[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !NOT_OURS.test(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name).replaceAll('\\', '/');
      return entry.isDirectory() ? filesIn(path) : [{ path, text: readFileSync(path, 'utf8') }];
    });
}

/** Occurrences of `pattern` as `path: matched text`. */
export function findings(files: readonly ProjectFile[], pattern: RegExp): readonly string[] {
  return files.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([match]) => `${path}: ${match.trim()}`));
}

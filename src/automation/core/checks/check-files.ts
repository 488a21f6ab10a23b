import { faultAt, nameFaults, type MemberFaults } from '#definitions/core/checks/member-faults.js';
import { isArray, type JsonObject, type JsonValue } from '#core/json/json.js';
import type { ActionCheck } from './action-check.js';
import { hasTokens, literalFaults, tokenFaults } from './token-faults.js';

const FILE_FORMATS = ['Csv', 'Json', 'Text', 'Xlsx'] as const;

/** A file that an action makes before a Zip, in a branch that may have run. */
export interface MadeFile {
  readonly name: string;
  readonly fileName: JsonValue | undefined;
}

/** Longest name of a file in bytes, as of most file systems. */
const MAX_NAME_BYTES = 255;

/** Finds the faults of GenerateFile. */
export function* generateFileFaults({ scope, json, path }: ActionCheck): MemberFaults {
  const { Format: format, Source: source = null, Text: text = null } = json;
  yield* literalFaults(format, `${path}.Format`);
  if (typeof format === 'string' && format !== '' && !FILE_FORMATS.some((each) => each === format))
    yield faultAt(`${path}.Format`, `Format must be one of ${FILE_FORMATS.join(', ')}.`);
  yield* fileNameFaults({ scope, json, path });
  yield* tokenFaults(scope, json.Text, `${path}.Text`);
  if ((source === null) === (text === null)) yield faultAt(path, 'A file has either a Source or a Text.');
  if (typeof format === 'string') yield* formatFaults(json, path, format);
  yield* sourceFaults({ scope, json, path });
}

/** Finds members that belong to another format. */
function* formatFaults({ Text: text, EscapeFormulas: escape }: JsonObject, path: string, format: string): MemberFaults {
  if ((text ?? null) !== null && format !== 'Text')
    yield faultAt(`${path}.Text`, `Text is for files of the Format Text; ${format} needs a Source.`);
  if ((escape ?? null) !== null && format !== 'Csv')
    yield faultAt(`${path}.EscapeFormulas`, 'EscapeFormulas is for files of the Format Csv.');
}

/** Finds the faults of a `Source`: the name of an earlier RunQuery. */
export function* sourceFaults({ scope, json, path }: Pick<ActionCheck, 'scope' | 'json' | 'path'>): MemberFaults {
  const { Source: source } = json;
  const at = `${path}.Source`;
  yield* literalFaults(source, at);
  if (typeof source !== 'string' || source === '' || source.includes('{{')) return;
  const queries = [...scope.results].filter(([, { type }]) => type === 'RunQuery').map(([name]) => name);
  if (scope.actions.has(source) && !scope.results.has(source))
    return yield faultAt(at, `${source} is not done before, in the same list of actions or one around it.`);
  yield* nameFaults(source, at, { kind: 'a RunQuery before this action', names: queries });
}

const hasControls = (text: string): boolean => /\p{Cc}/u.test(text);

/** Reason why a text cannot be the name of a file. */
function problemOfName(name: string): string | undefined {
  if (/[/\\]/.test(name)) return 'A file name must not have / or \\.';
  if (hasControls(name) || !name.isWellFormed()) return 'A file name must not have control characters.';
  if (/[<>:"|?*]/.test(name)) return 'A file name must not have any of < > : " | ? *.';
  if (/^\.+$/.test(name) || name.trim() === '') return 'A file name needs letters or digits.';
  if (name !== name.trim() || name.endsWith('.'))
    return 'A file name must not begin or end with a space or end with a dot.';
  const bytes = new TextEncoder().encode(name).length;
  return bytes > MAX_NAME_BYTES ? `A file name may have at most ${MAX_NAME_BYTES} bytes, not ${bytes}.` : undefined;
}

function* fileNameFaults({ scope, json, path }: Pick<ActionCheck, 'scope' | 'json' | 'path'>): MemberFaults {
  const { FileName: name } = json;
  const at = `${path}.FileName`;
  yield* tokenFaults(scope, name, at);
  if (typeof name !== 'string' || name === '') return;
  const problem = problemOfName(name.replaceAll(/\{\{[^{}]*\}\}/g, 'x'));
  if (problem !== undefined) yield faultAt(at, problem);
}

/** Finds the faults of Zip. @param made files of the actions before it */
export function* zipFaults({ scope, json, path }: ActionCheck, made: readonly MadeFile[]): MemberFaults {
  yield* fileNameFaults({ scope, json, path });
  const { Files: files } = json;
  yield* literalFaults(files, `${path}.Files`);
  if (!isArray(files)) return;
  if (files.length === 0) yield faultAt(`${path}.Files`, 'A zip needs at least one file.');
  const taken = new Map<string, string>();
  const named = new Set<string>();
  for (const [i, name] of files.entries()) {
    const at = `${path}.Files[${i}]`;
    if (typeof name !== 'string') yield faultAt(at, 'The name of a GenerateFile action is required.');
    else if (named.has(name)) yield faultAt(at, `${name} is named twice.`);
    else {
      named.add(name);
      yield* nameFaults(name, at, { kind: 'a GenerateFile before this action', names: made.map((each) => each.name) });
      yield* sameNameFaults(
        made.find((each) => each.name === name),
        at,
        taken,
      );
    }
  }
}

/** @param taken the actions by the names of their files, to which that of the file is added */
function* sameNameFaults(file: MadeFile | undefined, path: string, taken: Map<string, string>): MemberFaults {
  if (typeof file?.fileName !== 'string' || hasTokens(file.fileName)) return;
  const key = file.fileName.toLowerCase();
  const other = taken.get(key);
  if (other !== undefined) yield faultAt(path, `${other} and ${file.name} make files of the same name.`);
  taken.set(key, file.name);
}

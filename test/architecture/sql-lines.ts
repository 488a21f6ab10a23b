import ts from 'typescript';
import type { ProjectFile } from './project-files.js';
import { nodesOf, parse } from './syntax.js';

const SQL = /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER|DROP|FROM|WHERE|JOIN|RETURNING|VALUES|CASE WHEN)\b/;

/** Lines of SQL that are longer than `limit`, as `path:line: length`. */
export function longSqlLines(file: ProjectFile, limit: number): readonly string[] {
  const lines = file.text.split('\n');
  const long = new Set(lines.flatMap((line, i) => (line.length > limit ? [i] : [])));
  if (long.size === 0) return [];
  const source = parse(file);
  const ofSql = new Set(
    nodesOf(source)
      .filter((node) => isSql(node, source))
      .flatMap((node) => linesOf(node, source)),
  );
  return [...long].filter((i) => ofSql.has(i)).map((i) => `${file.path}:${i + 1}: ${lines[i].length}`);
}

/** A template of the tag `sql`, or any text with a word of SQL in it. */
function isSql(node: ts.Node, source: ts.SourceFile): boolean {
  if (ts.isTaggedTemplateExpression(node)) return /^(sql|Sql)\b/.test(node.tag.getText(source));
  return (ts.isTemplateExpression(node) || ts.isStringLiteralLike(node)) && SQL.test(node.getText(source));
}

function linesOf(node: ts.Node, source: ts.SourceFile): readonly number[] {
  const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
  const last = source.getLineAndCharacterOfPosition(node.getEnd()).line;
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

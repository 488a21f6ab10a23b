import ts from 'typescript';
import type { ProjectFile } from '../architecture/project-files.js';

/** Tests or table rows that cover requirements, as a comment above them says. */
export interface Tag {
  readonly ids: readonly string[];
  readonly file: string;
  /** Titles from the outermost `describe` on, joined by ` › `. */
  readonly title: string;
}

const TAG = /^\/\/ Requirement: (.+)$/;
const RANGE = /^([A-Z])(\d+)–[A-Z](\d+)$/;
const TITLED = /^(describe|it)\b/;

/** Reads every tag of a test file. @throws {Error} for a tag that stands above no test */
export function tagsIn({ path, text }: ProjectFile): readonly Tag[] {
  const written = [...text.matchAll(/^ *\/\/ Requirement: /gm)].length;
  if (written === 0) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const tags: Tag[] = [];
  const visit = (node: ts.Node, titles: readonly string[]): void => {
    const title = titleOf(node);
    const inner = title === undefined ? titles : [...titles, title];
    const commented = ts.isCallExpression(node) ? statementOf(node) : isRow(node) ? node : undefined;
    const ids = title === undefined || !commented ? [] : idsAbove(commented, text);
    if (ids.length > 0) tags.push({ ids, file: path, title: inner.join(' › ') });
    node.forEachChild((child) => visit(child, inner));
  };
  visit(source, []);
  if (tags.length !== written) throw new Error(`${path}: ${written} tags, of which ${tags.length} stand above a test.`);
  return tags;
}

const isRow = ({ parent }: ts.Node): boolean => parent !== undefined && ts.isArrayLiteralExpression(parent);

/** Title of a test, a group of tests or a row of a table. */
function titleOf(node: ts.Node): string | undefined {
  if (ts.isCallExpression(node) && TITLED.test(node.expression.getText())) return textOf(node.arguments[0]);
  if (!isRow(node)) return undefined;
  return textOf(ts.isArrayLiteralExpression(node) ? node.elements[0] : node);
}

const textOf = (node: ts.Node | undefined): string | undefined =>
  node && (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) ? node.getText().slice(1, -1) : undefined;

function statementOf(node: ts.Node): ts.Node | undefined {
  if (ts.isExpressionStatement(node.parent))
    return ts.isForOfStatement(node.parent.parent) ? node.parent.parent : node.parent;
  return undefined;
}

function idsAbove(node: ts.Node, text: string): readonly string[] {
  const comments = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
  return comments.flatMap(({ pos, end }) => (TAG.exec(text.slice(pos, end))?.[1] ?? '').split(', ').flatMap(expanded));
}

/** `R1–R3` as `R1`, `R2`, `R3`. */
function expanded(id: string): readonly string[] {
  const [, letter, first, last] = RANGE.exec(id) ?? [];
  if (!letter) return id ? [id] : [];
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => `${letter}${Number(first) + i}`);
}

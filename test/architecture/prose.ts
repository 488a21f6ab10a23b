import ts from 'typescript';
import type { ProjectFile } from './project-files.js';
import { nodesOf, parse } from './syntax.js';

/** A comment, a test title or a line of a page. */
export interface Passage {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
  /** Set for comments that begin with two asterisks. */
  readonly isDoc: boolean;
}

const TITLED = /^(it|test|describe)\b/;

/** The prose of a page or source file; nothing for other kinds of files. */
export function passagesOf(file: ProjectFile): readonly Passage[] {
  if (file.path.endsWith('.md')) return pageLines(file);
  return /\.(tsx?|js|mjs)$/.test(file.path) ? sourcePassages(file) : [];
}

/** The lines of a page with those of fenced code blocks blanked, so that numbers of lines stay. */
export function linesWithoutCode(text: string): readonly string[] {
  let fence: string | undefined;
  return text.split('\n').map((line) => {
    const [, mark] = /^ *(```+|~~~+)/.exec(line) ?? [];
    if (fence === undefined && mark === undefined) return line;
    if (fence === undefined) fence = mark;
    else if (mark === fence) fence = undefined;
    return '';
  });
}

function pageLines({ path, text }: ProjectFile): readonly Passage[] {
  return linesWithoutCode(text).flatMap((line, i) => {
    const prose = withoutInlineCode(line).replaceAll(/\]\([^)]*\)/g, ']');
    return prose.trim() === '' ? [] : [{ path, line: i + 1, text: prose, isDoc: false }];
  });
}

function sourcePassages(file: ProjectFile): readonly Passage[] {
  const source = parse(file);
  const lineAt = (at: number): number => source.getLineAndCharacterOfPosition(at).line + 1;
  const comments = commentsOf(source).map(({ pos, end }) => {
    const text = file.text.slice(pos, end);
    return { path: file.path, line: lineAt(pos), text: withoutMarks(text), isDoc: text.startsWith('/**') };
  });
  const titles = titlesOf(source).map((title) => {
    const line = lineAt(title.getStart());
    return { path: file.path, line, text: title.text, isDoc: false };
  });
  return [...comments, ...titles];
}

function commentsOf(source: ts.SourceFile): readonly ts.CommentRange[] {
  const found = new Map<number, ts.CommentRange>();
  const { text } = source;
  const visit = (node: ts.Node): void => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ];
    for (const range of ranges) found.set(range.pos, range);
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  return [...found.values()].toSorted((one, other) => one.pos - other.pos);
}

/** One line of text without the comment's marks and asterisks, and without code in it. */
function withoutMarks(comment: string): string {
  const lines = comment.replaceAll(/^\/(\*+|\/)|\*\/$/g, '').split('\n');
  const text = lines.map((line) => line.replace(/^\s*\*/, '').trim()).join(' ');
  return withoutInlineCode(text);
}

function titlesOf(source: ts.SourceFile): readonly ts.StringLiteralLike[] {
  return nodesOf(source).flatMap((node) => {
    if (!ts.isCallExpression(node) || !TITLED.test(node.expression.getText(source))) return [];
    const [title] = node.arguments;
    return title && ts.isStringLiteralLike(title) ? [title] : [];
  });
}

const withoutInlineCode = (text: string): string => text.replaceAll(/`[^`]*`/g, '``');

import { STATUS_CODES } from 'node:http';
import { layOut, parseExact, printExact } from './exact-json.js';
import { type Block, blocksOf } from './page-blocks.js';
import type { Placeholders } from './placeholders.js';
import type { Answer } from './test-app.js';

/** A request of the page, taken apart. */
export interface PageRequest {
  readonly user: string;
  readonly method: string;
  /** Path and query string. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/**
 * An example of a page. `http`: a request and its answer; `sends` and `receives`: a message of the hub's JSON protocol.
 * `block` holds what the service answers or sends, of `sends` what the client does.
 */
export type PageExample =
  | { readonly kind: 'http'; readonly request: Block; readonly block: Block; readonly title: string }
  | { readonly kind: 'sends' | 'receives'; readonly block: Block; readonly title: string };

const USER = /^Bearer <(.+)>$/;
/** Widths of lines: HTTP blocks are ours to lay out, JSON blocks are laid out by the formatter of the whole page. */
const HTTP_WIDTH = 100;
const PAGE_WIDTH = 120;

type Envelope = Readonly<Record<string, unknown>>;

/** Members of the envelope that are shown in full answers only. */
const LEFT_OUT = new Set(['RequestId', 'IsSuccess', 'StatusCode', 'RecordAffectted', 'TotalExecutionTime']);
const SHOWN_OF_ERRORS = new Set(['Log', 'ErrorDetails']);

const isEmpty = (value: unknown): boolean =>
  value === null || value === false || (Array.isArray(value) && value.length === 0);

const SAYS_NOTHING: Readonly<Record<string, (value: unknown, envelope: Envelope) => boolean>> = {
  Result: () => false,
  RecordAffected: (count) => count === 0,
  TotalRecords: (count, { CorrelationId }) => count === null || CorrelationId !== null,
  TotalIsExact: (isExact) => isExact === true,
};

/** The members of an envelope that differ from what every answer has. */
function telling(envelope: Envelope): Envelope {
  const members = Object.entries(envelope).filter(([name, value]) =>
    envelope.IsSuccess === true
      ? !LEFT_OUT.has(name) && !(SAYS_NOTHING[name] ?? isEmpty)(value, envelope)
      : SHOWN_OF_ERRORS.has(name) && !isEmpty(value),
  );
  return Object.fromEntries(members);
}

/** The examples of a page, in their order. */
export function examplesOf(page: string): readonly PageExample[] {
  const blocks = blocksOf(page);
  return blocks.flatMap((block, i): readonly PageExample[] => {
    const [line] = block.text.split('\n');
    if (block.info === 'json sends' || block.info === 'json receives') {
      const kind = block.info === 'json sends' ? 'sends' : 'receives';
      const { target, invocationId } = JSON.parse(block.text) as {
        readonly target?: string;
        readonly invocationId?: string;
      };
      return [{ kind, block, title: `${block.heading}: the client ${kind} ${target ?? `result ${invocationId}`}` }];
    }
    if (!block.info.startsWith('http') || line.startsWith('HTTP/')) return [];
    return [{ kind: 'http', request: block, block: blocks[i + 1], title: `${block.heading}: ${line}` }];
  });
}

/** Takes a request apart. @param text as it is sent, placeholders replaced */
export function readRequest(text: string): PageRequest {
  const [head, ...rest] = text.split('\n\n');
  const [line, ...lines] = head.trimEnd().split('\n');
  const [method, target] = line.split(' ');
  const headers = Object.fromEntries(lines.map((header) => header.split(': ') as [string, string]));
  const user = USER.exec(headers.Authorization ?? '')?.[1] ?? 'nina.north';
  delete headers.Authorization;
  const body = rest.join('\n\n').trim();
  return { user, method, target, headers, body: body === '' ? undefined : body };
}

/**
 * An answer as the page shows it: the status, the headers that the page names, and the body. `http full` shows the whole
 * body, `http head` none of it, `http` what tells something. A body that is not JSON is shown as it is.
 */
export async function printAnswer(
  answer: Answer,
  { text, info, heading }: Block,
  known: Placeholders,
): Promise<string> {
  const [head] = text.split('\n\n');
  const headers = head.trimEnd().split('\n').slice(1);
  const shown = headers.map((line) => {
    const [name] = line.split(':');
    return `${name}: ${known.showText(answer.headers.get(name) ?? '', heading)}`;
  });
  const lines = [`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`, ...shown, ''].join('\n');
  if (info === 'http head') return lines;
  if (answer.body === undefined) return `${lines}\n${answer.text}`;
  const body = parseExact(answer.text) as Envelope;
  const isWhole = info === 'http full' || !('IsSuccess' in body);
  return `${lines}\n${await printExact(known.show(isWhole ? body : telling(body), heading), HTTP_WIDTH)}`;
}

/** An answer that a command has printed, as the page shows it: laid out, and what tells something. */
export async function printBody(text: string, { heading }: Block, known: Placeholders): Promise<string> {
  const body = parseExact(text) as Envelope;
  const status = body.IsSuccess === true ? {} : { StatusCode: body.StatusCode };
  return printExact(known.show({ ...status, ...telling(body) }, heading), PAGE_WIDTH);
}

/** A message of the hub as the page shows it. */
export const printMessage = (message: unknown, { heading }: Block, known: Placeholders): Promise<string> =>
  printExact(known.show(message, heading), PAGE_WIDTH);

/** A request as it is laid out on the page: its lines, and the body as JSON for people. */
export async function printRequest({ text }: Block): Promise<string> {
  const [head, ...rest] = text.split('\n\n');
  const body = rest.join('\n\n').trim();
  return body === '' ? text : `${head}\n\n${await layOut(body, HTTP_WIDTH)}`;
}

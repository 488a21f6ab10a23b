import { DomainError } from '#core/errors.js';
import { type FindToken, joinTemplate, parseTemplate } from '#core/tokens/template.js';

/** Segments by which a path leads upwards or nowhere. */
const DOTS = /^\.{1,2}$/;

/**
 * Resolves the URL of a call as its definition has it. Values are data: they are percent-encoded, so that none of them ends
 * its segment, begins another parameter or leads to another path.
 *
 * @throws {DomainError} Validation for a value that makes a segment of `.` or `..`
 */
export function urlOf(definition: string, find: FindToken): string {
  let isInPath = true;
  return definition
    .split('/')
    .map((segment) => {
      const resolved = encoded(segment, find);
      const [own] = resolved.split(/[?#]/, 1);
      if (isInPath && resolved !== segment && DOTS.test(own)) throw leadsAway();
      isInPath &&= own === resolved;
      return resolved;
    })
    .join('/');
}

const encoded = (segment: string, find: FindToken): string =>
  joinTemplate(parseTemplate(segment), 'Url', (part, room) =>
    encodeURIComponent(room.textOf(find(part)).toWellFormed()),
  );

const leadsAway = (): DomainError =>
  new DomainError({
    code: 'Validation',
    message: 'The value of a token in the path of the URL must not be . or .. alone.',
    path: 'Url',
  });

import { assignments, type Row } from '../../../support/test-app.js';

/** A step of a batch with fields given as an object. @param more its WhereClause, Ref and so on */
export const step = (Operation: string, EntityName: string, fields?: Row, more: Row = {}): Row => {
  return { Operation, EntityName, ...(fields && { Fields: assignments(fields) }), ...more };
};

import type { BoundStatement } from './connections/connection.js';
import { shapeOfStatement } from '#platform/observability/traces/statement-shape.js';
import type { NewSpan } from '#platform/observability/traces/tracer.js';

/** Span of a statement: its shape and the schema of its environment, never its values. */
export function statementSpan({ text, schema }: BoundStatement): NewSpan {
  const shape = shapeOfStatement(text);
  return {
    name: shape.verb,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': shape.verb,
      'db.query.text': shape.text,
      ...(schema !== undefined && { 'db.namespace': schema }),
    },
  };
}

import type { Entity } from '../catalogue/entity.js';
import type { Args } from '../sql/args.js';
import type { Comparison } from './criterion.js';
import { FieldPath } from './field-path.js';

/** The records with these ids. */
export const byIds = (entity: Entity, ids: readonly string[], args: Args): Comparison => ({
  kind: 'compare',
  path: new FieldPath(entity, [], entity.fields.get('id')!),
  operator: 'IN',
  operands: [args.add(ids, 'uuid[]')],
  orNull: false,
});

import { createHash } from 'node:crypto';
import { servingIndexes } from '#queries/core/advice/known-indexes.js';
import type { Entity } from '#core/catalogue/entity.js';

/** Identifies a shape of queries of an entity with its indexes of now: another index begins new figures. */
export const shapeHash = (entity: Entity, shape: string): string =>
  createHash('sha256')
    .update(JSON.stringify([entity.name, shape, servingIndexes(entity)]))
    .digest('base64url');

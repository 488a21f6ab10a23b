import { Injectable } from '@nestjs/common';
import { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import { hasShape, shapedNames } from '#core/changes/record-shape.sql.js';
import { mapped } from '#core/steps.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';

/**
 * Finds the shapes of entities, and stores those that are missing. One that another node stores at the same time is not
 * found: the next load of the definitions finds it.
 */
const FIND_OR_STORE = `
  WITH wanted AS (
    SELECT * FROM unnest($2::text[], $3::text[]) AS w(entity, members)
  ), found AS (
    SELECT s.id, s.entity
    FROM wanted w
    JOIN platform.record_shape s
      ON s.environment_id = $1::uuid AND s.entity = w.entity AND md5(s.members) = md5(w.members)
  ), stored AS (
    INSERT INTO platform.record_shape (environment_id, entity, members)
    SELECT $1::uuid, w.entity, w.members
    FROM wanted w
    WHERE NOT EXISTS (SELECT FROM found f WHERE f.entity = w.entity)
    ON CONFLICT DO NOTHING
    RETURNING id, entity
  )
  SELECT id, entity FROM found
  UNION ALL
  SELECT id, entity FROM stored`;

/** Stores in which order the change log has the values of created records (decision 0220). */
@Injectable()
export class RecordShapeRepository {
  /** Entities with their shapes, by those that were built of the definitions. */
  readonly #shaped = new WeakMap<Entity, Entity>();

  constructor(private readonly platform: PlatformDatabase) {}

  /** The catalogue with the shapes of its entities. */
  async withShapes(catalogue: Catalogue): Promise<Catalogue> {
    const { environment, version, access, organisation, identityMappings, automation, marks } = catalogue;
    await this.#find(catalogue);
    const entities = new Map([...catalogue.entities].map(([key, entity]) => [key, this.#shaped.get(entity) ?? entity]));
    return new Catalogue(environment, version, { entities, access, organisation, identityMappings, automation, marks });
  }

  /** Finds the shapes of the entities that have not been in a catalogue before. */
  async #find({ environment, entities }: Catalogue): Promise<void> {
    const unknown = [...entities.values()].filter((entity) => hasShape(entity) && !this.#shaped.has(entity));
    if (unknown.length === 0) return;
    const members = await inSlices(mapped(unknown, shapedNames));
    const values = [environment.id, unknown.map(({ name }) => name), members];
    const rows = await this.platform.repeatable<{ id: number; entity: string }>(FIND_OR_STORE, values);
    const shapes = new Map(rows.map(({ id, entity }) => [entity, id]));
    for (const entity of unknown) {
      const shape = shapes.get(entity.name);
      if (shape !== undefined) this.#shaped.set(entity, { ...entity, shape });
    }
  }
}

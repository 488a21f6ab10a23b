import { ident, list, literal, sql, type Sql } from '#core/sql/sql.js';

/** An environment with the name of its schema. */
export interface EnvironmentSchema {
  readonly id: string;
  readonly schema: string;
}

/** `id` of the environment, `name`, `validates`: the handlers that hooks of entities and validators of transitions name. */
export const namedHandlers = (environments: readonly EnvironmentSchema[]): Sql =>
  list(environments.map(namedIn), ' UNION ');

const namedIn = ({ id, schema }: EnvironmentSchema): Sql => sql`
  SELECT ${literal(id)} AS id, h."Handler" AS name, false AS validates
  FROM ${ident(schema, 'Hook')} h
  JOIN ${ident(schema, 'Entity')} e ON e."Id" = h."EntityId" AND NOT e."IsDeleted"
  WHERE NOT h."IsDeleted" AND h."Handler" IS NOT NULL
  UNION
  SELECT ${literal(id)}, m.value, true
  FROM ${ident(schema, 'Transition')} t
  JOIN ${ident(schema, 'Lifecycle')} l ON l."Id" = t."LifecycleId" AND NOT l."IsDeleted"
  CROSS JOIN jsonb_path_query(t."Validators"::jsonb, '$[*] ? (@.type() == "object")') v
  CROSS JOIN jsonb_each_text(v) m
  WHERE NOT t."IsDeleted" AND lower(m.key) = 'hook' AND m.value IS NOT NULL`;

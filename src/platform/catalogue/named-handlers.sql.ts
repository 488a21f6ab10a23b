import { AFTER_COMMIT } from '#core/catalogue/entity.js';
import { ACTION_TYPES, INNER_NAMES } from '#core/catalogue/workflow.js';
import { ident, list, literal, sql, type Sql } from '#core/sql/sql.js';

/** An environment with the name of its schema. */
export interface EnvironmentSchema {
  readonly id: string;
  readonly schema: string;
}

/** `id` of the environment, `name`, `kind`: what hooks of entities, validators of transitions and active workflows name. */
export const namedHandlers = (environments: readonly EnvironmentSchema[]): Sql =>
  list(environments.map(namedIn), ' UNION ');

/** Actions inside of an action. */
const INNER = `$.keyvalue() ? (${INNER_NAMES.map((name) => `@.key == "${name}"`).join(' || ')}).value[*] ? (@.type() == "object")`;
const OWN_TYPES = list(ACTION_TYPES.map((type) => literal(type)));

const namedIn = ({ id, schema }: EnvironmentSchema): Sql => sql`
  SELECT ${literal(id)} AS id, h."Handler" AS name,
    CASE WHEN h."Events"::jsonb ? ${literal(AFTER_COMMIT)} THEN 'afterCommit' ELSE 'hook' END AS kind
  FROM ${ident(schema, 'Hook')} h
  JOIN ${ident(schema, 'Entity')} e ON e."Id" = h."EntityId" AND NOT e."IsDeleted"
  WHERE NOT h."IsDeleted" AND h."Handler" IS NOT NULL
  UNION
  SELECT ${literal(id)}, m.value, 'validator'
  FROM ${ident(schema, 'Transition')} t
  JOIN ${ident(schema, 'Lifecycle')} l ON l."Id" = t."LifecycleId" AND NOT l."IsDeleted"
  CROSS JOIN jsonb_path_query(t."Validators"::jsonb, '$[*] ? (@.type() == "object")') v
  CROSS JOIN jsonb_each_text(v) m
  WHERE NOT t."IsDeleted" AND lower(m.key) = 'hook' AND m.value IS NOT NULL
  UNION
  SELECT ${literal(id)}, a.type, 'action'
  FROM (
    WITH RECURSIVE action AS (
      SELECT jsonb_path_query(w."Actions"::jsonb, '$[*] ? (@.type() == "object")') AS body
      FROM ${ident(schema, 'Workflow')} w
      WHERE NOT w."IsDeleted" AND w."IsActive"
      UNION ALL
      SELECT jsonb_path_query(a.body, ${literal(INNER)})
      FROM action a
    )
    SELECT DISTINCT body ->> 'Type' AS type
    FROM action
  ) a
  WHERE a.type <> ALL (ARRAY[${OWN_TYPES}])`;

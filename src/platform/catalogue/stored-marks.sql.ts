import { IS_SERVED } from '#core/catalogue/environment-state.js';

/** Live rows of a table of definitions. */
type Rows = (table: string, condition?: string) => string;

/** Condition that one of the columns names an entity of the CTE `used`. */
const ofUsed = (...columns: readonly string[]): string =>
  `(${columns.map((column) => `t."${column}" IN (SELECT u."Id" FROM used u)`).join(' OR ')})`;

/** Ids that are given to the member $2. */
const ofMember = (schema: string, column: string, table: string): string =>
  `ARRAY(
     SELECT m."${column}"::text FROM "${schema}"."${table}" m WHERE m."UserId" = $2::uuid AND NOT m."IsDeleted"
   )`;

/**
 * One row, none where the environment is not served: `version` and `settings` of the environment, `roles` and `teams` of the member $2, and the `marks` of the
 * definitions that are about the entities $3, names in lower case, or about any. All are of one snapshot.
 */
export function storedMarks(schema: string): string {
  const rows: Rows = (table, condition = 'true') =>
    `SELECT t."Id"::text || ' ' || t."RowVersion"::text AS mark
     FROM "${schema}"."${table}" t
     WHERE NOT t."IsDeleted" AND ${condition}`;
  const named = `lower(t."EntityName") = ANY($3::text[])`;
  const lifecycles = `
    t."LifecycleId" IN (
      SELECT l."Id" FROM "${schema}"."Lifecycle" l WHERE NOT l."IsDeleted" AND lower(l."EntityName") = ANY($3::text[])
    )`;
  const parts = [
    rows('Entity', ofUsed('Id')),
    rows('Field', ofUsed('EntityId', 'TargetId')),
    ...['Rule', 'Hook', 'Index'].map((table) => rows(table, ofUsed('EntityId'))),
    rows('Relation', ofUsed('ParentEntityId', 'ChildEntityId')),
    rows('Lifecycle', named),
    ...['Status', 'Transition'].map((table) => rows(table, lifecycles)),
    ...['ApprovalProcess', 'RoleAccess', 'FieldAccess'].map((table) => rows(table, named)),
    ...['Role', 'Team', 'Workflow'].map((table) => rows(table)),
    `SELECT g."RoleId"::text || ' ' || p."Name" AS mark
     FROM "${schema}"."RolePermission" g
     JOIN "${schema}"."Permission" p ON p."Id" = g."PermissionId" AND NOT p."IsDeleted"
     JOIN "${schema}"."Role" r ON r."Id" = g."RoleId" AND NOT r."IsDeleted"
     WHERE NOT g."IsDeleted"`,
  ];
  return `
    WITH used AS (
      SELECT e."Id"
      FROM "${schema}"."Entity" e
      WHERE NOT e."IsDeleted" AND e."IsSystem" IS NOT TRUE AND lower(e."EntityName") = ANY($3::text[])
    )
    SELECT e.definitions_version AS version, e.settings::text AS settings,
      ${ofMember(schema, 'RoleId', 'UserRole')} AS roles, ${ofMember(schema, 'TeamId', 'TeamMember')} AS teams,
      ARRAY(${parts.join(' UNION ')}) AS marks
    FROM platform.environment e
    WHERE e.id = $1::uuid AND ${IS_SERVED}`;
}

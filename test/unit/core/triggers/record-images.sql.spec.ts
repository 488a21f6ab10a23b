import { Args } from '../../../../src/core/sql/args.js';
import { render } from '../../../../src/core/sql/sql.js';
import { compileCreated, compileImages } from '../../../../src/core/triggers/record-images.sql.js';
import { fixtureContext, fixtureEntity } from '../../../support/fixture-catalogue.js';

const ctx = fixtureContext();
const args = new Args(ctx);
const wanted = {
  entity: fixtureEntity('Region'),
  recordIds: args.add([], 'uuid[]'),
  after: args.add([], 'bigint[]'),
  lastPositions: args.add([], 'bigint[]'),
  known: args.add([], 'boolean[]'),
  since: args.add('', 'timestamptz'),
};

it('reads the row of now, what later changes have replaced, and the wanted changes', () => {
  expect(render(compileImages(ctx, wanted)).text).toMatchInlineSnapshot(
    `"SELECT i.*, platform.within_16_mb(COALESCE(octet_length(i.now), 0) + COALESCE(octet_length(i.later), 0) + COALESCE(octet_length(i.changes), 0)) OVER (ROWS UNBOUNDED PRECEDING) AS size FROM (SELECT w.id, (SELECT ((((('{"Name":' || to_json(t."Name")::text || ',"ParentId":') || (COALESCE(('"' || t."ParentId"::text || '"'), 'null') || ',"Id":')) || (('"' || t."Id"::text || '"') || ',"RecordInformationId":' || ('"' || t."RecordInformationId"::text || '"') || ',"StatusId":')) || ((COALESCE(('"' || t."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"' || t."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"' || t."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":'))) || ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || t."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((t."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"UpdatedBy":')) || ((('"' || t."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"' || replace((t."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":') || (t."RowVersion"::text || ',"IsDeleted":' || t."IsDeleted"::text || '}')))) FROM (SELECT * FROM "env_test"."Region" r WHERE true) t WHERE t."Id" = w.id AND NOT w.known) AS now, (SELECT '{' || string_agg(to_json(f.key)::text || ':' || f.value::text, ',') || '}' FROM (SELECT DISTINCT ON (k.key) k.key, k.value FROM platform.change l CROSS JOIN LATERAL json_each(l.old) k WHERE l.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND l.entity = 'Region' AND l.record_id = w.id AND l.occurred_at >= $1::timestamptz AND l.position > w.last AND NOT w.known ORDER BY k.key, l.position) f) AS later, EXISTS (SELECT FROM platform.change g WHERE g.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND g.entity = 'Region' AND g.record_id = w.id AND g.occurred_at >= $1::timestamptz AND g.position > w.last) AS goes_on, (SELECT json_agg(json_build_array(c.position::text, c.operation, c.old, CASE WHEN w.known OR c.operation = 'Create' THEN c.new END, c.row_version, c.user_id, ('"' || replace((c.occurred_at AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')::json) ORDER BY c.position)::text FROM platform.change c WHERE c.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND c.entity = 'Region' AND c.record_id = w.id AND c.occurred_at >= $1::timestamptz AND c.position > w.after AND c.position <= w.last) AS changes FROM unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::boolean[]) AS w(id, after, last, known)) i"`,
  );
});

it('reads records as they were created from their changes alone', () => {
  const positions = args.add([], 'bigint[]');
  expect(render(compileCreated(ctx, { ...wanted, positions })).text).toMatchInlineSnapshot(
    `"SELECT c.position::text AS position, c.new::text AS record, platform.within_16_mb(octet_length(c.new::text)) OVER (ROWS UNBOUNDED PRECEDING) AS size FROM unnest($1::uuid[], $2::bigint[]) AS w(id, position) JOIN platform.change c ON c.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND c.entity = 'Region' AND c.record_id = w.id AND c.occurred_at >= $3::timestamptz AND c.position = w.position"`,
  );
});

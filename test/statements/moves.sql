-- moveOfCall()
SELECT h."Id" AS "historyId", h."FromStatusId" AS "fromStatusId", h."TransitionId" AS "transitionId"
FROM (SELECT * FROM "env_test"."StatusHistory" r WHERE NOT r."IsDeleted") h
WHERE h."RecordId" = $1::uuid AND h."CorrelationId" = $2::uuid AND h."TransitionId" IS NOT NULL
ORDER BY h."ChangedOn" DESC
LIMIT 1;

-- readEntities()
SELECT t."RecordInformationId" AS id, 'Order' AS entity
FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
WHERE t."RecordInformationId" = ANY($1::uuid[]);

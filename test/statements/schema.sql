-- table Customer 0
CREATE TABLE "env_test"."Customer" ("Name" text COLLATE "C" NOT NULL, "TaxId" text COLLATE "C",
  "Notes" text COLLATE "C", "CreditLimit" numeric(14,2), "Employees" bigint, "IsActive" boolean, "Since" date,
  "LastSeen" timestamptz, "ExternalId" uuid, "Segment" text COLLATE "C", "Tags" text[], "Extra" jsonb,
  "RegionId" uuid, "Code" text COLLATE "C", "Turnover" numeric(1000,2) NOT NULL DEFAULT 0,
  "Id" uuid NOT NULL DEFAULT gen_random_uuid(), "RecordInformationId" uuid NOT NULL DEFAULT gen_random_uuid(),
  "StatusId" uuid, "OwnerId" uuid NOT NULL, "OwnerTeamId" uuid, "CreatedBy" uuid NOT NULL,
  "CreatedOn" timestamptz NOT NULL DEFAULT now(), "UpdatedBy" uuid NOT NULL,
  "UpdatedOn" timestamptz NOT NULL DEFAULT now(), "RowVersion" bigint NOT NULL DEFAULT 1,
  "IsDeleted" boolean NOT NULL DEFAULT false, "ApprovalRequestId" uuid, "DeletedOn" timestamptz, "DeletedBy" uuid,
  "RollupVersions" int8range, CONSTRAINT "Customer._pk_1hqz8l1" PRIMARY KEY ("Id"),
  CONSTRAINT "Customer._ri_1hqz8l1" UNIQUE ("RecordInformationId"));

-- table Customer 1
ALTER TABLE "env_test"."Customer" ADD COLUMN "Name" text COLLATE "C";

-- table Customer 2
ALTER TABLE "env_test"."Customer" ADD COLUMN "TaxId" text COLLATE "C";

-- table Customer 3
ALTER TABLE "env_test"."Customer" ADD COLUMN "Notes" text COLLATE "C";

-- table Customer 4
ALTER TABLE "env_test"."Customer" ADD COLUMN "CreditLimit" numeric(14,2);

-- table Customer 5
ALTER TABLE "env_test"."Customer" ADD COLUMN "Employees" bigint;

-- table Customer 6
ALTER TABLE "env_test"."Customer" ADD COLUMN "IsActive" boolean;

-- table Customer 7
ALTER TABLE "env_test"."Customer" ADD COLUMN "Since" date;

-- table Customer 8
ALTER TABLE "env_test"."Customer" ADD COLUMN "LastSeen" timestamptz;

-- table Customer 9
ALTER TABLE "env_test"."Customer" ADD COLUMN "ExternalId" uuid;

-- table Customer 10
ALTER TABLE "env_test"."Customer" ADD COLUMN "Segment" text COLLATE "C";

-- table Customer 11
ALTER TABLE "env_test"."Customer" ADD COLUMN "Tags" text[];

-- table Customer 12
ALTER TABLE "env_test"."Customer" ADD COLUMN "Extra" jsonb;

-- table Customer 13
ALTER TABLE "env_test"."Customer" ADD COLUMN "RegionId" uuid;

-- table Customer 14
ALTER TABLE "env_test"."Customer" ADD COLUMN "Code" text COLLATE "C";

-- table Customer 15
ALTER TABLE "env_test"."Customer" ADD COLUMN "Turnover" numeric(1000,2) NOT NULL DEFAULT 0;

-- table Customer 16
ALTER TABLE "env_test"."Customer" ADD COLUMN "Id" uuid NOT NULL DEFAULT gen_random_uuid();

-- table Customer 17
ALTER TABLE "env_test"."Customer" ADD COLUMN "RecordInformationId" uuid NOT NULL DEFAULT gen_random_uuid();

-- table Customer 18
ALTER TABLE "env_test"."Customer" ADD COLUMN "StatusId" uuid;

-- table Customer 19
ALTER TABLE "env_test"."Customer" ADD COLUMN "OwnerId" uuid;

-- table Customer 20
ALTER TABLE "env_test"."Customer" ADD COLUMN "OwnerTeamId" uuid;

-- table Customer 21
ALTER TABLE "env_test"."Customer" ADD COLUMN "CreatedBy" uuid;

-- table Customer 22
ALTER TABLE "env_test"."Customer" ADD COLUMN "CreatedOn" timestamptz NOT NULL DEFAULT now();

-- table Customer 23
ALTER TABLE "env_test"."Customer" ADD COLUMN "UpdatedBy" uuid;

-- table Customer 24
ALTER TABLE "env_test"."Customer" ADD COLUMN "UpdatedOn" timestamptz NOT NULL DEFAULT now();

-- table Customer 25
ALTER TABLE "env_test"."Customer" ADD COLUMN "RowVersion" bigint NOT NULL DEFAULT 1;

-- table Customer 26
ALTER TABLE "env_test"."Customer" ADD COLUMN "IsDeleted" boolean NOT NULL DEFAULT false;

-- table Customer 27
ALTER TABLE "env_test"."Customer" ADD COLUMN "ApprovalRequestId" uuid;

-- table Customer 28
ALTER TABLE "env_test"."Customer" ADD COLUMN "DeletedOn" timestamptz;

-- table Customer 29
ALTER TABLE "env_test"."Customer" ADD COLUMN "DeletedBy" uuid;

-- table Customer 30
ALTER TABLE "env_test"."Customer" ADD COLUMN "RollupVersions" int8range;

-- table Customer 31
CREATE UNIQUE INDEX "Customer.TaxId_uq_07rwnpj" ON "env_test"."Customer" ((lower("TaxId" COLLATE "und-x-icu")))
WHERE NOT "IsDeleted";

-- table Customer 32
CREATE UNIQUE INDEX "Customer.Code.natural_uq_00dofa3"
  ON "env_test"."Customer" ((("Code" COLLATE platform.natural_order)));

-- table Customer 33
CREATE INDEX "Customer.RegionId.OwnerId_ix_1qh3n1k" ON "env_test"."Customer" ("RegionId", "OwnerId");

-- table Customer 34
CREATE INDEX "Customer.CreatedOn.Id_ix_1wo2kdh" ON "env_test"."Customer" ("CreatedOn", "Id");

-- table Customer 35
CREATE INDEX "Customer.OwnerId.CreatedOn.Id_ix_0v8dved" ON "env_test"."Customer" ("OwnerId", "CreatedOn", "Id");

-- table Customer 36
CREATE INDEX "Customer.OwnerTeamId.CreatedOn.Id_ix_1vsgiva" ON "env_test"."Customer" ("OwnerTeamId", "CreatedOn",
  "Id");

-- table Customer 37
CREATE INDEX "Customer.GlobalSearch.Name.TaxId~.Notes~.Code_ix_1smpax7"
  ON "env_test"."Customer" USING gin ((lower((COALESCE("Name", '') || E'\x1f' || substr(COALESCE("TaxId", ''), 1,
  50000) || E'\x1f' || substr(COALESCE("Notes", ''), 1, 50000) || E'\x1f' || COALESCE("Code",
  '')) COLLATE "und-x-icu")) "ext"."gin_trgm_ops");

-- table Customer 38
ALTER TABLE "env_test"."Customer" ADD CONSTRAINT "Customer.RegionId_fk_0k289so" FOREIGN KEY ("RegionId") REFERENCES "env_test"."Region" ("Id") DEFERRABLE;

-- table Customer 39
CREATE INDEX CONCURRENTLY "Customer.RegionId.OwnerId_ix_1qh3n1k" ON "env_test"."Customer" ("RegionId", "OwnerId");

-- table Customer 40
CREATE INDEX CONCURRENTLY "Customer.CreatedOn.Id_ix_1wo2kdh" ON "env_test"."Customer" ("CreatedOn", "Id");

-- table Customer 41
CREATE INDEX CONCURRENTLY "Customer.OwnerId.CreatedOn.Id_ix_0v8dved" ON "env_test"."Customer" ("OwnerId",
  "CreatedOn", "Id");

-- table Customer 42
CREATE INDEX CONCURRENTLY "Customer.OwnerTeamId.CreatedOn.Id_ix_1vsgiva" ON "env_test"."Customer" ("OwnerTeamId",
  "CreatedOn", "Id");

-- table Customer 43
CREATE INDEX CONCURRENTLY "Customer.GlobalSearch.Name.TaxId~.Notes~.Code_ix_1smpax7"
  ON "env_test"."Customer" USING gin ((lower((COALESCE("Name", '') || E'\x1f' || substr(COALESCE("TaxId", ''), 1,
  50000) || E'\x1f' || substr(COALESCE("Notes", ''), 1, 50000) || E'\x1f' || COALESCE("Code",
  '')) COLLATE "und-x-icu")) "ext"."gin_trgm_ops");

-- table Bill 0
CREATE TABLE "env_test"."Bill" ("Total" bigint NOT NULL DEFAULT 0, "Few" bigint NOT NULL DEFAULT 0,
  "Id" uuid NOT NULL DEFAULT gen_random_uuid(), "RecordInformationId" uuid NOT NULL DEFAULT gen_random_uuid(),
  "StatusId" uuid, "OwnerId" uuid NOT NULL, "OwnerTeamId" uuid, "CreatedBy" uuid NOT NULL,
  "CreatedOn" timestamptz NOT NULL DEFAULT now(), "UpdatedBy" uuid NOT NULL,
  "UpdatedOn" timestamptz NOT NULL DEFAULT now(), "RowVersion" bigint NOT NULL DEFAULT 1,
  "IsDeleted" boolean NOT NULL DEFAULT false, "ApprovalRequestId" uuid, "DeletedOn" timestamptz, "DeletedBy" uuid,
  "RollupVersions" int8range, "Gross" bigint GENERATED ALWAYS AS ((("Total"::numeric * 2::numeric))::bigint) STORED,
  CONSTRAINT "Bill._pk_1jf61qu" PRIMARY KEY ("Id"), CONSTRAINT "Bill._ri_1jf61qu" UNIQUE ("RecordInformationId"));

-- table Bill 1
ALTER TABLE "env_test"."Bill" ADD COLUMN "Total" bigint NOT NULL DEFAULT 0;

-- table Bill 2
ALTER TABLE "env_test"."Bill" ADD COLUMN "Few" bigint NOT NULL DEFAULT 0;

-- table Bill 3
ALTER TABLE "env_test"."Bill" ADD COLUMN "Id" uuid NOT NULL DEFAULT gen_random_uuid();

-- table Bill 4
ALTER TABLE "env_test"."Bill" ADD COLUMN "RecordInformationId" uuid NOT NULL DEFAULT gen_random_uuid();

-- table Bill 5
ALTER TABLE "env_test"."Bill" ADD COLUMN "StatusId" uuid;

-- table Bill 6
ALTER TABLE "env_test"."Bill" ADD COLUMN "OwnerId" uuid;

-- table Bill 7
ALTER TABLE "env_test"."Bill" ADD COLUMN "OwnerTeamId" uuid;

-- table Bill 8
ALTER TABLE "env_test"."Bill" ADD COLUMN "CreatedBy" uuid;

-- table Bill 9
ALTER TABLE "env_test"."Bill" ADD COLUMN "CreatedOn" timestamptz NOT NULL DEFAULT now();

-- table Bill 10
ALTER TABLE "env_test"."Bill" ADD COLUMN "UpdatedBy" uuid;

-- table Bill 11
ALTER TABLE "env_test"."Bill" ADD COLUMN "UpdatedOn" timestamptz NOT NULL DEFAULT now();

-- table Bill 12
ALTER TABLE "env_test"."Bill" ADD COLUMN "RowVersion" bigint NOT NULL DEFAULT 1;

-- table Bill 13
ALTER TABLE "env_test"."Bill" ADD COLUMN "IsDeleted" boolean NOT NULL DEFAULT false;

-- table Bill 14
ALTER TABLE "env_test"."Bill" ADD COLUMN "ApprovalRequestId" uuid;

-- table Bill 15
ALTER TABLE "env_test"."Bill" ADD COLUMN "DeletedOn" timestamptz;

-- table Bill 16
ALTER TABLE "env_test"."Bill" ADD COLUMN "DeletedBy" uuid;

-- table Bill 17
ALTER TABLE "env_test"."Bill" ADD COLUMN "RollupVersions" int8range;

-- table Bill 18
ALTER TABLE "env_test"."Bill" ADD COLUMN "Gross" bigint GENERATED ALWAYS AS ((("Total"::numeric * 2::numeric))::bigint) STORED;

-- table Bill 19
CREATE INDEX "Bill.CreatedOn.Id_ix_12wjsg2" ON "env_test"."Bill" ("CreatedOn", "Id");

-- table Bill 20
CREATE INDEX "Bill.OwnerId.CreatedOn.Id_ix_0hncpiq" ON "env_test"."Bill" ("OwnerId", "CreatedOn", "Id");

-- table Bill 21
CREATE INDEX "Bill.OwnerTeamId.CreatedOn.Id_ix_1nn3nu9" ON "env_test"."Bill" ("OwnerTeamId", "CreatedOn", "Id");

-- table Bill 22
CREATE INDEX CONCURRENTLY "Bill.CreatedOn.Id_ix_12wjsg2" ON "env_test"."Bill" ("CreatedOn", "Id");

-- table Bill 23
CREATE INDEX CONCURRENTLY "Bill.OwnerId.CreatedOn.Id_ix_0hncpiq" ON "env_test"."Bill" ("OwnerId", "CreatedOn", "Id");

-- table Bill 24
CREATE INDEX CONCURRENTLY "Bill.OwnerTeamId.CreatedOn.Id_ix_1nn3nu9" ON "env_test"."Bill" ("OwnerTeamId",
  "CreatedOn", "Id");

-- table Order 0
CREATE TABLE "env_test"."Order" ("Number" text COLLATE "C", "CustomerId" uuid NOT NULL, "BillToId" uuid,
  "Title" text COLLATE "C", "Id" uuid NOT NULL DEFAULT gen_random_uuid(),
  "RecordInformationId" uuid NOT NULL DEFAULT gen_random_uuid(), "StatusId" uuid, "OwnerId" uuid NOT NULL,
  "OwnerTeamId" uuid, "CreatedBy" uuid NOT NULL, "CreatedOn" timestamptz NOT NULL DEFAULT now(),
  "UpdatedBy" uuid NOT NULL, "UpdatedOn" timestamptz NOT NULL DEFAULT now(), "RowVersion" bigint NOT NULL DEFAULT 1,
  "IsDeleted" boolean NOT NULL DEFAULT false, "ApprovalRequestId" uuid, "DeletedOn" timestamptz, "DeletedBy" uuid,
  "RollupVersions" int8range, CONSTRAINT "Order._pk_0lhkl7f" PRIMARY KEY ("Id"),
  CONSTRAINT "Order._ri_0lhkl7f" UNIQUE ("RecordInformationId"));

-- table Order 1
ALTER TABLE "env_test"."Order" ADD COLUMN "Number" text COLLATE "C";

-- table Order 2
ALTER TABLE "env_test"."Order" ADD COLUMN "CustomerId" uuid;

-- table Order 3
ALTER TABLE "env_test"."Order" ADD COLUMN "BillToId" uuid;

-- table Order 4
ALTER TABLE "env_test"."Order" ADD COLUMN "Title" text COLLATE "C";

-- table Order 5
ALTER TABLE "env_test"."Order" ADD COLUMN "Id" uuid NOT NULL DEFAULT gen_random_uuid();

-- table Order 6
ALTER TABLE "env_test"."Order" ADD COLUMN "RecordInformationId" uuid NOT NULL DEFAULT gen_random_uuid();

-- table Order 7
ALTER TABLE "env_test"."Order" ADD COLUMN "StatusId" uuid;

-- table Order 8
ALTER TABLE "env_test"."Order" ADD COLUMN "OwnerId" uuid;

-- table Order 9
ALTER TABLE "env_test"."Order" ADD COLUMN "OwnerTeamId" uuid;

-- table Order 10
ALTER TABLE "env_test"."Order" ADD COLUMN "CreatedBy" uuid;

-- table Order 11
ALTER TABLE "env_test"."Order" ADD COLUMN "CreatedOn" timestamptz NOT NULL DEFAULT now();

-- table Order 12
ALTER TABLE "env_test"."Order" ADD COLUMN "UpdatedBy" uuid;

-- table Order 13
ALTER TABLE "env_test"."Order" ADD COLUMN "UpdatedOn" timestamptz NOT NULL DEFAULT now();

-- table Order 14
ALTER TABLE "env_test"."Order" ADD COLUMN "RowVersion" bigint NOT NULL DEFAULT 1;

-- table Order 15
ALTER TABLE "env_test"."Order" ADD COLUMN "IsDeleted" boolean NOT NULL DEFAULT false;

-- table Order 16
ALTER TABLE "env_test"."Order" ADD COLUMN "ApprovalRequestId" uuid;

-- table Order 17
ALTER TABLE "env_test"."Order" ADD COLUMN "DeletedOn" timestamptz;

-- table Order 18
ALTER TABLE "env_test"."Order" ADD COLUMN "DeletedBy" uuid;

-- table Order 19
ALTER TABLE "env_test"."Order" ADD COLUMN "RollupVersions" int8range;

-- table Order 20
CREATE UNIQUE INDEX "Order.Number.natural_uq_1n5ikod"
  ON "env_test"."Order" ((("Number" COLLATE platform.natural_order)));

-- table Order 21
CREATE UNIQUE INDEX "Order.CustomerId.Title_uq_1a0udya" ON "env_test"."Order" (("CustomerId"), ("Title"))
WHERE NOT "IsDeleted";

-- table Order 22
CREATE INDEX "Order.CustomerId.OwnerId_ix_1qzj10e" ON "env_test"."Order" ("CustomerId", "OwnerId");

-- table Order 23
CREATE INDEX "Order.BillToId.OwnerId_ix_0l3o61e" ON "env_test"."Order" ("BillToId", "OwnerId");

-- table Order 24
CREATE INDEX "Order.CreatedOn.Id_ix_0c96zen" ON "env_test"."Order" ("CreatedOn", "Id");

-- table Order 25
CREATE INDEX "Order.OwnerId.CreatedOn.Id_ix_1t6mhmj" ON "env_test"."Order" ("OwnerId", "CreatedOn", "Id");

-- table Order 26
CREATE INDEX "Order.OwnerTeamId.CreatedOn.Id_ix_0xwgsho" ON "env_test"."Order" ("OwnerTeamId", "CreatedOn", "Id");

-- table Order 27
CREATE INDEX "Order.StatusId.CreatedOn.Id_ix_17jx7y6" ON "env_test"."Order" ("StatusId", "CreatedOn", "Id");

-- table Order 28
ALTER TABLE "env_test"."Order" ADD CONSTRAINT "Order.CustomerId_fk_0r5veqa" FOREIGN KEY ("CustomerId") REFERENCES "env_test"."Customer" ("Id") DEFERRABLE;

-- table Order 29
ALTER TABLE "env_test"."Order" ADD CONSTRAINT "Order.BillToId_fk_0xiwvp2" FOREIGN KEY ("BillToId") REFERENCES "env_test"."Customer" ("Id") DEFERRABLE;

-- table Order 30
CREATE INDEX CONCURRENTLY "Order.CustomerId.OwnerId_ix_1qzj10e" ON "env_test"."Order" ("CustomerId", "OwnerId");

-- table Order 31
CREATE INDEX CONCURRENTLY "Order.BillToId.OwnerId_ix_0l3o61e" ON "env_test"."Order" ("BillToId", "OwnerId");

-- table Order 32
CREATE INDEX CONCURRENTLY "Order.CreatedOn.Id_ix_0c96zen" ON "env_test"."Order" ("CreatedOn", "Id");

-- table Order 33
CREATE INDEX CONCURRENTLY "Order.OwnerId.CreatedOn.Id_ix_1t6mhmj" ON "env_test"."Order" ("OwnerId", "CreatedOn",
  "Id");

-- table Order 34
CREATE INDEX CONCURRENTLY "Order.OwnerTeamId.CreatedOn.Id_ix_0xwgsho" ON "env_test"."Order" ("OwnerTeamId",
  "CreatedOn", "Id");

-- table Order 35
CREATE INDEX CONCURRENTLY "Order.StatusId.CreatedOn.Id_ix_17jx7y6" ON "env_test"."Order" ("StatusId", "CreatedOn",
  "Id");

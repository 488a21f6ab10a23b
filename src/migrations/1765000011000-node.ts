import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the registry of nodes, by which requests of a hub connection may reach any node, and their shared key. */
export class Node1765000011000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE platform.node (
        id      uuid        NOT NULL CONSTRAINT node_pk PRIMARY KEY,
        origin  text        NOT NULL COLLATE "C",
        seen_on timestamptz NOT NULL DEFAULT now()
      );
      COMMENT ON TABLE platform.node IS 'Processes that serve the hub, and where the others reach them.';

      CREATE TABLE platform.hub_key (
        single boolean NOT NULL DEFAULT true CONSTRAINT hub_key_pk PRIMARY KEY CONSTRAINT hub_key_single CHECK (single),
        key    text    NOT NULL COLLATE "C"
      );
      COMMENT ON TABLE platform.hub_key IS 'What all nodes sign the tokens of hub connections with.';
      INSERT INTO platform.hub_key (key) VALUES (gen_random_uuid()::text || gen_random_uuid()::text);`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE platform.hub_key, platform.node;');
  }
}

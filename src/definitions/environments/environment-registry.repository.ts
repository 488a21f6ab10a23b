import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { placeConflicts } from '#definitions/core/environments/place-conflicts.js';
import type { Fault } from '#core/errors.js';
import { Args } from '#core/statements/args.js';
import { sql, type Slot } from '#core/sql/sql.js';
import { CompletedEnvironments } from '#platform/catalogue/completed-environments.repository.js';
import { EnvironmentRepository } from '#platform/catalogue/environment.repository.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import type { Transaction } from '#platform/database/transaction.js';
import { queryOn } from '#definitions/migration/transaction-query.js';
import { environmentFingerprint } from './environment-fingerprint.js';
import type { WantedEnvironment } from './definition-file.js';

/** Tenants, apps and environments of the platform. */
@Injectable()
export class EnvironmentRegistry {
  constructor(
    private readonly platform: PlatformDatabase,
    private readonly completed: CompletedEnvironments,
    private readonly environments: EnvironmentRepository,
  ) {}

  /** Finds ids and names of environments to create that others have. */
  async conflicts(wanted: readonly WantedEnvironment[]): Promise<readonly Fault[]> {
    const existing = (await this.environments.all()).map(({ environment }) => environment);
    return placeConflicts(
      wanted.map(({ environment }) => environment),
      existing,
    );
  }

  async has(id: string): Promise<boolean> {
    const found = await this.platform.repeatable('SELECT FROM platform.environment WHERE id = $1', [id]);
    return found.length > 0;
  }

  /** Tells whether the database holds no environment yet. */
  async isEmpty(): Promise<boolean> {
    return (await this.platform.repeatable('SELECT FROM platform.environment LIMIT 1')).length === 0;
  }

  /** Enters an environment, its app and its tenant in the transaction that creates it. */
  async add(
    ctx: RequestContext,
    tx: Transaction,
    { environment, tenantLabel, settings }: WantedEnvironment,
  ): Promise<void> {
    const args = new Args(ctx);
    const [tenantId, appId] = [args.add(environment.tenantId, 'uuid'), args.add(environment.appId, 'uuid')];
    const text = (value: string): Slot => args.add(value, 'text');
    const statements = [
      sql`
        INSERT INTO platform.tenant (id, name, label)
        VALUES (${tenantId}, ${text(environment.tenantName)}, ${text(tenantLabel)})
        ON CONFLICT (id) DO NOTHING`,
      sql`
        INSERT INTO platform.app (id, tenant_id, name)
        VALUES (${appId}, ${tenantId}, ${text(environment.appName)})
        ON CONFLICT (id) DO NOTHING`,
      sql`
        INSERT INTO platform.environment (id, app_id, name, schema_name, settings)
        VALUES (
          ${args.add(environment.id, 'uuid')}, ${appId}, ${text(environment.name)},
          ${text(environment.schema)}, ${args.add(settings, 'jsonb')}
        )`,
    ];
    for (const statement of statements) await tx.executeOnce(ctx, statement, args);
  }

  /** Notes that a new environment has all that this version of the service needs, as the last step of its transaction. */
  async complete(ctx: RequestContext, tx: Transaction): Promise<void> {
    await this.completed.addNew(environmentFingerprint(), ctx.catalogue.environment.id, queryOn(ctx, tx));
  }
}

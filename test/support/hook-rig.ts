import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Receiver } from '../unit/platform/outbound/receiver.js';
import { type Caller, type Row, TestApp } from './test-app.js';

/** A record as a hook over HTTP is sent it. */
export interface SentRecord {
  readonly Index: number;
  readonly Path: string;
  readonly Id: string;
  readonly RowVersion: number | null;
  readonly New: Row | null;
  readonly Old?: Row;
  readonly Assigned: readonly string[];
}

/** The body of one call. */
export interface SentCall {
  readonly EventId: string;
  readonly Event: string;
  readonly DryRun: boolean;
  readonly EntityName: string;
  readonly Caller: Row;
  readonly CorrelationId: string;
  readonly Records: readonly SentRecord[];
}

/** Answer of the receiver: of status 200 with this body. */
type Answers = (call: SentCall) => unknown;

const named = (name: string): Row => ({ Match: { FieldName: 'EntityName', Value: name } });

export const KEY = 'a signing key of the environment';
export const NEXT_KEY = 'the key that comes after it';

/** The service, a receiver of its hooks, and entities with hooks: parcels with items, and a carrier of each. */
export class HookRig {
  private constructor(
    readonly app: TestApp,
    readonly receiver: Receiver,
    private readonly folder: string,
  ) {}

  /** @param hosts further ones that hooks may call */
  static async start(hosts: readonly string[] = []): Promise<HookRig> {
    const receiver = await Receiver.start();
    const folder = mkdtempSync(join(tmpdir(), 'hooks-'));
    const secretsFile = join(folder, 'secrets.json');
    writeFileSync(secretsFile, '{}');
    const app = await TestApp.start({
      HTTP_ALLOWED_HOSTS: [`127.0.0.1:${receiver.port}`, ...hosts].join(),
      HTTP_PRIVATE_HOSTS: '127.0.0.1',
      ROLES: 'api,worker',
      SECRETS_FILE: secretsFile,
    });
    const rig = new HookRig(app, receiver, folder);
    await rig.#define();
    const [{ id }] = await app.query<{ id: string }>('SELECT id FROM platform.environment WHERE schema_name = $1', [
      await app.schema(),
    ]);
    writeFileSync(secretsFile, JSON.stringify({ [id]: { signing: KEY, 'signing-next': NEXT_KEY } }));
    return rig;
  }

  async stop(): Promise<void> {
    await this.app.stop();
    await this.receiver.stop();
    rmSync(this.folder, { recursive: true });
  }

  get ada(): Caller {
    return this.app.as('ada.admin');
  }

  /** The bodies of the calls so far. */
  get calls(): readonly SentCall[] {
    return this.receiver.received.map(({ body }) => JSON.parse(body) as SentCall);
  }

  url(path = '/hook'): string {
    return `http://127.0.0.1:${this.receiver.port}${path}`;
  }

  /** Answers calls from now on, and forgets those before. */
  answer(answers: Answers = () => ({ Refusals: [], Set: [] })): void {
    this.receiver.received.length = 0;
    this.receiver.respond = (_request, response) => {
      const answer = answers(this.calls.at(-1)!);
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer));
    };
  }

  /** Defines a hook of an entity. @returns its Id */
  async hook(entity: string, more: Row = {}): Promise<string> {
    const EntityId = named(entity);
    return this.ada.inserted('Hook', { EntityId, Name: 'Check', Events: ['BeforeInsert'], Url: this.url(), ...more });
  }

  /** Deletes all hooks over HTTP. */
  async unhook(): Promise<void> {
    const clause = { Filters: [{ FieldName: 'Url', Operator: 'IsNotNULL' }] };
    const { status, text } = await this.ada.delete('Hook', clause);
    if (status !== 200) throw new Error(text);
  }

  async #define(): Promise<void> {
    const text = (FieldName: string, more: Row = {}): Row => ({ FieldName, FieldType: 'Text', ...more });
    const lookup = (FieldName: string, target: string, more: Row = {}): Row => ({
      FieldName,
      FieldType: 'Lookup',
      TargetId: named(target),
      ...more,
    });
    await this.ada.inserted('Entity', { EntityName: 'Carrier', Fields: [text('Name', { Required: true })] });
    await this.ada.inserted('Entity', {
      EntityName: 'Parcel',
      Fields: [
        text('Name', { Required: true }),
        text('Label', { MaxLength: 8 }),
        { FieldName: 'Weight', FieldType: 'Decimal', Precision: 8, Scale: 2 },
        { FieldName: 'Number', FieldType: 'AutoNumber', Pattern: 'P-{0000}' },
        lookup('CarrierId', 'Carrier'),
      ],
    });
    await this.ada.inserted('Entity', {
      EntityName: 'Item',
      Fields: [text('Title', { Required: true }), lookup('ParcelId', 'Parcel')],
    });
    await this.ada.inserted('Relation', {
      Name: 'Items',
      ParentEntityId: named('Parcel'),
      ChildEntityId: named('Item'),
      ChildField: 'ParcelId',
      OnDelete: 'Cascade',
    });
  }
}

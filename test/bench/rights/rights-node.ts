import type { Bed } from '../rig/bed.js';
import { type Server, stop } from '../rig/processes.js';
import type { CallHeaders } from '../rig/requests.js';
import { callHeaders, startService } from '../rig/service.js';

type Values = Readonly<Record<string, unknown>>;

/** A WhereClause of fields that equal values. */
export const equal = (values: Values): object => ({
  Filters: Object.entries(values).map(([FieldName, Value]) => ({ FieldName, Operator: 'EqualTo', Value })),
});

const assignments = (values: Values): readonly object[] =>
  Object.entries(values).map(([FieldName, Value]) => ({ FieldName, Value }));

/** A node on which an Administrator defines roles and users. */
export class RightsNode {
  private constructor(
    readonly server: Server,
    private readonly administrator: CallHeaders,
  ) {}

  /** Uses a running node. */
  static async on(server: Server): Promise<RightsNode> {
    return new RightsNode(server, await callHeaders(server, 'ada.admin'));
  }

  /** Runs a measurement on a node with a database of its own. */
  static async use<Result>(bed: Bed, name: string, work: (node: RightsNode) => Promise<Result>): Promise<Result> {
    const server = await startService(await bed.newDatabase(name), [], { LOG_LEVEL: 'fatal' });
    try {
      return await work(await RightsNode.on(server));
    } finally {
      await stop(server.process);
    }
  }

  /** Sends a request. @returns the body of the answer. @throws {Error} when it is refused */
  async send<Body = unknown>(method: string, path: string, body: object, headers = this.administrator): Promise<Body> {
    const response = await fetch(`http://127.0.0.1:${this.server.port}/api/v1/${path}`, {
      method,
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} failed: ${text.slice(0, 500)}`);
    return JSON.parse(text) as Body;
  }

  /** Inserts a record. @returns its Id */
  async insert(EntityName: string, values: Values): Promise<string> {
    const body = { EntityName, Fields: assignments(values) };
    const { Result } = await this.send<{ readonly Result: { readonly Id: string } }>('POST', 'records/insert', body);
    return Result.Id;
  }

  async update(EntityName: string, where: Values, values: Values): Promise<void> {
    await this.send('PUT', 'records/update', { EntityName, Fields: assignments(values), WhereClause: equal(where) });
  }

  /** Makes a role that reads all records of an entity. @param access further members of its RoleAccess */
  async role(Name: string, EntityName: string, access: Values = {}): Promise<string> {
    const RoleId = await this.insert('Role', { Name });
    await this.insert('RoleAccess', { RoleId, EntityName, Read: 'All', ...access });
    return RoleId;
  }

  /** Makes a user with a role. @returns the headers of the user's calls */
  async user(UserName: string, RoleId: string): Promise<CallHeaders> {
    await this.insert('User', { UserName, DisplayName: UserName, UserRole: [{ RoleId }] });
    return callHeaders(this.server, UserName);
  }
}

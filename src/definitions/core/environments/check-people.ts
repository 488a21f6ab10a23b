import type { Entity } from '#core/catalogue/entity.js';
import { isAssigned } from '#core/catalogue/field.js';
import { isObject, writeJson, type JsonValue } from '#core/json/json.js';
import { didYouMean, shortened } from '#core/nearest.js';
import type { Members, ShapeReader } from '#core/shapes/shape-reader.js';

/** Names in a definition file to which its users and rows may refer. */
export interface FileNames {
  readonly tenants: ReadonlySet<string>;
  readonly roles: ReadonlySet<string>;
  readonly teams: ReadonlySet<string>;
  readonly users: ReadonlySet<string>;
  readonly entities: ReadonlySet<string>;
}

const LINKS = ['Tenant', 'Roles', 'Teams', 'PrimaryTeam', 'Manager'];
const ROW = ['Key', 'Id', 'RecordInformationId', 'Owner', 'StartStatus', 'Fields'];

/** Checks what users and rows of a definition file refer to; their values are checked as those of records. */
export class PeopleChecks {
  readonly #userMembers: readonly string[];

  constructor(
    private readonly reader: ShapeReader,
    private readonly names: FileNames,
    user: Entity,
  ) {
    const fields = [...user.fields.values()].filter((field) => isAssigned(field)).map(({ name }) => name);
    this.#userMembers = ['Id', ...LINKS, ...fields];
  }

  checkUsers(file: Members): void {
    for (const [i, json] of (file.optionalArray('Users') ?? []).entries()) {
      const user = this.reader.object(json, `${file.at('Users')}[${i}]`, this.#userMembers);
      if (!isObject(json)) continue;
      const { tenants, teams, users } = this.names;
      user.text('UserName');
      const tenant = user.text('Tenant');
      if (tenants.size > 0) this.#checkName(user, 'Tenant', tenant, tenants);
      this.#checkName(user, 'PrimaryTeam', user.optionalText('PrimaryTeam'), teams);
      this.#checkName(user, 'Manager', user.optionalText('Manager'), users);
      for (const role of user.optionalArray('Roles') ?? []) this.#checkName(user, 'Roles', role, this.names.roles);
      for (const team of user.optionalArray('Teams') ?? []) this.#checkName(user, 'Teams', team, teams);
    }
  }

  /** Checks the rows of a data member. */
  checkRows(file: Members, member: string): void {
    const data = file.value(member);
    if (data === undefined || !isObject(data)) return;
    const byEntity = this.reader.object(data, file.at(member), Object.keys(data));
    for (const entity of Object.keys(data)) {
      this.#checkName(byEntity, entity, entity, this.names.entities);
      for (const [i, json] of (byEntity.optionalArray(entity) ?? []).entries())
        this.#checkRow(this.reader.object(json, `${byEntity.at(entity)}[${i}]`, ROW));
    }
  }

  #checkRow(row: Members): void {
    this.#checkName(row, 'Owner', row.optionalText('Owner'), this.names.users);
    row.optionalText('Key');
    row.optionalText('StartStatus');
    if (row.has('Fields') && !isObject(row.value('Fields') ?? null))
      row.fault('Fields', `${row.at('Fields')} must be an object.`);
  }

  #checkName(members: Members, member: string, name: JsonValue | undefined, known: ReadonlySet<string>): void {
    if (name === undefined || name === null || name === '') return;
    const text = typeof name === 'string' ? name : writeJson(name);
    if (known.has(text)) return;
    const shown = shortened(text);
    members.fault(member, `${members.at(member)}: the file has no '${shown}'.${didYouMean(shown, known)}`);
  }
}

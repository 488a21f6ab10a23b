import { isUuid } from '#core/values/uuid-text.js';
import { isObject, type JsonValue } from '#core/json/json.js';
import { shortened } from '#core/nearest.js';
import type { Members, ShapeReader } from '#core/shapes/shape-reader.js';
import { checkSettings } from './check-settings.js';

/** Targets of references in the places of a definition file. */
export interface PlaceTargets {
  /** Tells whether the file has rows under this name. */
  readonly hasData: (name: string) => boolean;
  /** User names by tenant. */
  readonly users: ReadonlyMap<string, ReadonlySet<string>>;
}

/** One level of the hierarchy of tenants, apps and environments. */
interface Level {
  readonly member: string;
  readonly known: readonly string[];
  readonly below?: Level;
}

const IDENTITY = ['Id', 'Name'];
const ENVIRONMENTS: Level = {
  member: 'Environments',
  known: [...IDENTITY, 'Definitions', 'DefinitionIds', 'Data', 'Users', 'Settings'],
};
const APPS: Level = { member: 'Apps', known: [...IDENTITY, 'Environments'], below: ENVIRONMENTS };
const TENANTS: Level = { member: 'Tenants', known: [...IDENTITY, 'Label', 'Apps'], below: APPS };

/** As the platform's tables demand it; names are parts of headers, of addresses and of `--environment`. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/;

/** Checks the tenants, apps and environments of a definition file. Faults go to the reader. */
export class PlaceChecks {
  readonly #ids = new Set<string>();

  constructor(
    private readonly reader: ShapeReader,
    private readonly targets: PlaceTargets,
  ) {}

  check(file: Members): void {
    this.#checkLevel(TENANTS, file, undefined);
  }

  #checkLevel(level: Level, parent: Members, tenant: string | undefined): void {
    const places = parent.array(level.member);
    if (places?.length === 0) parent.fault(level.member, `${parent.at(level.member)} must not be empty.`);
    const names = new Set<string>();
    for (const [i, json] of places?.entries() ?? []) {
      const place = this.reader.object(json, `${parent.at(level.member)}[${i}]`, level.known);
      if (!isObject(json)) continue;
      this.#checkId(place);
      const name = this.#checkName(place, names);
      place.optionalText('Label');
      if (level.below) this.#checkLevel(level.below, place, tenant ?? name);
      else this.#checkEnvironment(place, tenant ?? '');
    }
  }

  #checkId(place: Members): void {
    const id = place.text('Id')?.toLowerCase();
    if (id === undefined) return;
    if (!isUuid(id)) place.fault('Id', `${place.at('Id')} must be a UUID, not '${shortened(id)}'.`);
    else if (this.#ids.has(id)) place.fault('Id', `${place.at('Id')} is the Id of another place of the file.`);
    this.#ids.add(id);
  }

  #checkName(place: Members, names: Set<string>): string | undefined {
    const name = place.text('Name');
    if (name === undefined) return undefined;
    const at = place.at('Name');
    if (!NAME.test(name))
      place.fault('Name', `${at} must have 1 to 63 letters, digits, "_" and "-", and begin with a letter or digit.`);
    if (names.has(name.toLowerCase())) place.fault('Name', `${at} is the name of another one beside it.`);
    names.add(name.toLowerCase());
    return name;
  }

  #checkEnvironment(place: Members, tenant: string): void {
    place.flag('Definitions', true);
    const ids = place.optionalText('DefinitionIds');
    if (ids !== undefined && ids !== 'Given' && ids !== 'Derived')
      place.fault('DefinitionIds', `${place.at('DefinitionIds')} must be Given or Derived.`);
    const data = place.optionalText('Data');
    if (data !== undefined && !this.targets.hasData(data))
      place.fault('Data', `${place.at('Data')}: the file has no object '${shortened(data)}'.`);
    const settings = place.value('Settings') ?? null;
    if (settings !== null) checkSettings(this.reader, settings, place.at('Settings'));
    if (place.has('Users') && place.value('Users') !== '*') this.#checkUsers(place, tenant);
  }

  #checkUsers(place: Members, tenant: string): void {
    const known = this.targets.users.get(tenant);
    for (const [i, user] of (place.optionalArray('Users') ?? []).entries())
      if (!isKnown(known, user))
        place.fault('Users', `${place.at('Users')}[${i}]: ${tenant || 'the tenant'} has no user ${nameOf(user)}.`);
  }
}

const isKnown = (known: ReadonlySet<string> | undefined, name: JsonValue): boolean =>
  typeof name === 'string' && known?.has(name) === true;

const nameOf = (name: JsonValue): string => (typeof name === 'string' ? `'${shortened(name)}'` : 'without a name');

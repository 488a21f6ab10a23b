/** Kind of a field's values, by their comparison. */
export type Kind =
  'text' | 'ciText' | 'int' | 'decimal' | 'bool' | 'date' | 'datetime' | 'id' | 'enum' | 'set' | 'json';

/** One field of the laboratory: how the model sees it, and its definition. */
export interface RandomField {
  readonly name: string;
  readonly kind: Kind;
  /** Entity a lookup leads to. */
  readonly target?: string;
  readonly definition: Readonly<Record<string, unknown>>;
}

const field = (
  name: string,
  kind: Kind,
  FieldType: string,
  more: Readonly<Record<string, unknown>> = {},
): RandomField => ({
  name,
  kind,
  ...(typeof more.Target === 'string' && { target: more.Target }),
  definition: { FieldName: name, FieldType, ...more },
});

const lookup = (name: string, Target: string): RandomField => field(name, 'id', 'Lookup', { Target });

/** Not in the order of the alphabet, so that sorting by text would show. */
export const SIZES: readonly string[] = ['Small', 'Medium', 'Large', 'Extra Large'];
export const TAGS: readonly string[] = ['red', 'green', 'blue', 'a b'];

/** A sample has a field of every stored type, all nullable, and looks up its own kind and another. */
const SAMPLE: readonly RandomField[] = [
  field('Label', 'text', 'Text'),
  field('Nick', 'ciText', 'Text', { CaseInsensitive: true }),
  field('Story', 'text', 'LongText'),
  field('Count', 'int', 'Int'),
  field('Price', 'decimal', 'Decimal', { Precision: 30, Scale: 6 }),
  field('Active', 'bool', 'Bool'),
  field('Day', 'date', 'Date'),
  field('At', 'datetime', 'DateTime'),
  field('Ref', 'id', 'Uuid'),
  field('Extra', 'json', 'Json'),
  field('Size', 'enum', 'Enum', { Values: SIZES }),
  field('Tags', 'set', 'MultiEnum', { Values: TAGS }),
  lookup('ParentId', 'Sample'),
  lookup('BinId', 'Bin'),
  field('Number', 'text', 'AutoNumber', { Pattern: 'S-{0000}' }),
];

const BIN: readonly RandomField[] = [
  field('Name', 'text', 'Text'),
  field('Level', 'int', 'Int'),
  field('Zone', 'enum', 'Enum', { Values: ['West', 'East'] }),
  lookup('KeeperId', 'User'),
];

/** For writes: nothing leads to or from it. */
const COIN: readonly RandomField[] = [field('Label', 'text', 'Text', { Unique: true }), field('Mark', 'text', 'Text')];

const SYSTEM: readonly RandomField[] = [
  field('Id', 'id', 'Uuid'),
  lookup('OwnerId', 'User'),
  lookup('OwnerTeamId', 'Team'),
];

/** The entities with rows and scopes. */
export const DATA_ENTITIES = ['Sample', 'Bin', 'Coin'] as const;
export type DataEntity = (typeof DATA_ENTITIES)[number];

const OWN_FIELDS: Readonly<Record<DataEntity, readonly RandomField[]>> = { Sample: SAMPLE, Bin: BIN, Coin: COIN };

/** Every field the properties look at, by entity. Of users and teams these are enough. */
export const FIELDS: Readonly<Record<string, readonly RandomField[]>> = {
  Sample: [...SAMPLE, ...SYSTEM],
  Bin: [...BIN, ...SYSTEM],
  Coin: [...COIN, ...SYSTEM],
  User: [field('Id', 'id', 'Uuid'), field('DisplayName', 'text', 'Text'), field('Email', 'text', 'Text')],
  Team: [field('Id', 'id', 'Uuid'), field('Name', 'ciText', 'Text')],
};

/** Fields that every member may read in any scope (docs/interface/records.md#fields-that-every-member-may-read). */
export const PUBLIC_FIELDS: Readonly<Record<string, readonly string[]>> = {
  User: ['Id', 'DisplayName', 'IsActive'],
  Team: ['Id', 'Name'],
};

/** The `Entities` and `Relations` of the definition file. */
export const DEFINITIONS = {
  Entities: DATA_ENTITIES.map((EntityName) => ({
    EntityName,
    AllowSoftDelete: EntityName === 'Coin',
    Searchable: EntityName === 'Sample',
    Fields: OWN_FIELDS[EntityName].map(({ definition }) => definition),
  })),
  Relations: DATA_ENTITIES.flatMap((ChildEntity) =>
    OWN_FIELDS[ChildEntity].filter(({ target }) => target === 'Sample' || target === 'Bin').map(({ name, target }) => ({
      Name: `${ChildEntity}${name}`,
      ParentEntity: target,
      ChildEntity,
      ChildField: name,
      OnDelete: 'SetNull',
    })),
  ),
};

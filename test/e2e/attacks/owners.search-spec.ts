import { USER } from '../../support/demo.js';
import { refused } from '../../support/refusal.js';
import { byId, match, type Answer, type Caller, type Row, type TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { AlternatingNodes } from './alternating-nodes.js';

interface Parcel {
  readonly id: string;
  readonly code: string;
}

/** Tries to bring a piece into another parcel. */
type Move = (caller: Caller, pieceId: string, target: Parcel) => Promise<Answer>;

const piece = (EntityName: string, Fields: readonly unknown[], more: Row = {}): Row => ({
  EntityName,
  Fields,
  ...more,
});
const lookup = (FieldName: string, Target: string): Row => ({
  FieldName,
  FieldType: 'Lookup',
  TargetId: match('EntityName', Target),
});

/** Pieces belong to the owner of their parcel; every sales representative reads all parcels. */
const ENTITIES: readonly Row[] = [
  piece('Parcel', [{ FieldName: 'Code', FieldType: 'Text', Unique: true }]),
  piece('Bundle', [{ FieldName: 'Name', FieldType: 'Text' }]),
  piece(
    'Piece',
    [
      { FieldName: 'Code', FieldType: 'Text', Unique: true },
      lookup('ParcelId', 'Parcel'),
      lookup('BundleId', 'Bundle'),
    ],
    {
      OwnerFrom: 'ParcelId',
    },
  ),
  piece('Sticker', [lookup('PieceId', 'Piece')]),
];

async function definePieces(app: TestApp): Promise<void> {
  const ada = app.as('ada.admin');
  for (const entity of ENTITIES) await ada.inserted('Entity', entity);
  const own = { Create: 'Own', Read: 'Own', Update: 'Own', Delete: 'Own' };
  for (const { EntityName } of ENTITIES) {
    const scopes = EntityName === 'Parcel' ? { ...own, Read: 'All' } : own;
    await ada.inserted('RoleAccess', { RoleId: match('Name', 'SalesRep'), EntityName, ...scopes });
  }
}

const MOVES: readonly (readonly [how: string, move: Move])[] = [
  ['an update by Id', (nina, id, { id: ParcelId }) => nina.update('Piece', { ParcelId }, byId(id))],
  ['an update by Match', (nina, id, { code }) => nina.update('Piece', { ParcelId: match('Code', code) }, byId(id))],
  [
    'an upsert',
    async (nina, id, { id: ParcelId }) =>
      nina.upsert('Piece', ['Code'], { Code: (await nina.row('Piece', id)).Code, ParcelId }),
  ],
  [
    'a step of a batch',
    (nina, id, { id: Value }) => {
      const Fields = [{ FieldName: 'ParcelId', Value }];
      return nina.batch([{ Operation: 'Update', EntityName: 'Piece', Fields, WhereClause: byId(id) }]);
    },
  ],
  ['an inline update', (nina, Id, { id: ParcelId }) => nina.insert('Sticker', { PieceId: { Id, ParcelId } })],
  [
    'children of an update',
    async (nina, Id, { id: ParcelId }) => {
      const BundleId = await nina.inserted('Bundle', { Name: 'x' });
      await nina.update('Piece', { BundleId }, byId(Id));
      return nina.update('Bundle', { Piece: { Update: [{ Id, ParcelId }] } }, byId(BundleId));
    },
  ],
];

/** On a busy machine many definitions take long. */
const SET_UP_MS = 120_000;

describe.each([1, 2])('an owner that follows a lookup, on %i node(s)', (count) => {
  let nodes: AlternatingNodes;
  let nina: Caller;
  beforeAll(async () => {
    nodes = await AlternatingNodes.start(count);
    await definePieces(nodes.first);
    const knows = async (node: TestApp): Promise<boolean> =>
      (await node.as('nina.north').select('Sticker')).status === 200;
    await until('every node knows the entities', async () =>
      (await Promise.all(nodes.nodes.map(knows))).every(Boolean),
    );
    nina = nodes.as('nina.north');
  }, SET_UP_MS);
  afterAll(() => nodes.stop());

  let taken = 0;
  const parcel = async (user: string): Promise<Parcel> => {
    const code = `P${++taken}`;
    return { id: await nodes.as(user).inserted('Parcel', { Code: code }), code };
  };
  const ownPiece = async (): Promise<string> =>
    nina.inserted('Piece', { Code: `C${++taken}`, ParcelId: (await parcel('nina.north')).id });
  const ownerOf = async (id: string): Promise<unknown> => (await nodes.as('ada.admin').row('Piece', id)).OwnerId;

  it.each(MOVES)('is refused outside of the update scope: %s', async (how, move) => {
    const [id, foreign] = [await ownPiece(), await parcel('nils.north')];
    const prepared = how === 'children of an update' ? undefined : nodes.first;
    const answer = prepared
      ? await refused(prepared, () => move(nina, id, foreign), 403, 'OutOfScope')
      : (await move(nina, id, foreign)).body.ErrorDetails;
    expect(answer[0]).toMatchObject({
      Code: 'OutOfScope',
      Message: 'You may not give Piece records to this owner.',
      FieldName: 'ParcelId',
    });
    expect(await ownerOf(id)).toBe(USER.nina);
  });

  it.each(MOVES)('may be the caller: %s', async (_, move) => {
    const [id, own] = [await ownPiece(), await parcel('nina.north')];
    expect((await move(nina, id, own)).status).toBe(200);
    expect(await nodes.as('ada.admin').row('Piece', id)).toMatchObject({ ParcelId: own.id, OwnerId: USER.nina });
  });

  it('may be any user to whom the parent is given later', async () => {
    const own = await parcel('nina.north');
    const id = await nina.inserted('Piece', { Code: `C${++taken}`, ParcelId: own.id });
    await nodes.as('ada.admin').update('Parcel', { OwnerId: USER.nils }, byId(own.id));
    expect(await ownerOf(id)).toBe(USER.nils);
  });

  it('does not reveal parents that the caller cannot read', async () => {
    const ada = nodes.first.as('ada.admin');
    const access = { Filters: [{ FieldName: 'EntityName', Operator: 3, Value: 'Parcel' }] };
    await ada.update('RoleAccess', { Read: 'Own' }, access);
    const [id, hidden] = [await ownPiece(), await parcel('nils.north')];
    const told = async (ParcelId: unknown): Promise<unknown> => {
      const { status, body } = await nodes.first.as('nina.north').update('Piece', { ParcelId }, byId(id));
      return [status, body.ErrorDetails];
    };
    expect(await told(hidden.id)).toEqual(await told('00000000-0000-4000-8000-000000000000'));
    const toldOf = async (code: string): Promise<string> =>
      JSON.stringify(await told(match('Code', code))).replace(`'${code}'`, 'the given one');
    expect(await toldOf(hidden.code)).toBe(await toldOf('nothing'));
    await ada.update('RoleAccess', { Read: 'All' }, access);
  });
});

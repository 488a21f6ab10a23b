import { gzipSync } from 'node:zlib';
import { LONG_BODIES } from '../../support/long-bodies.js';
import { selectById } from './slow-selects.js';
import { repeatedly, type Stage } from './stage.js';
import type { Scenario } from './scenario.js';

const AT_ONCE = 20;
/** Bytes of a body that is just accepted. */
const BYTES = 4_900_000;
const PATTERN = '(\\pL?){900}$';

/** Request that an attacker sends again and again. */
interface Attack {
  readonly user?: string;
  readonly method: string;
  /** From the root. */
  readonly path: string;
  readonly body?: Buffer;
}

const attack = (user: string, path: string, body: unknown): Attack => ({
  user,
  method: 'POST',
  path: `/api/v1${path}`,
  body: gzipSync(typeof body === 'string' ? body : JSON.stringify(body)),
});
const many = (count: number, make: (i: number) => unknown): readonly unknown[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** Bodies that are refused for their length, some that are accepted or refused for their content, and a page that needs no token. */
const ATTACKS: readonly Attack[] = [
  ...LONG_BODIES.map(({ path, body }) => attack('nina.north', path, body)),
  attack('nina.north', '/queries/select', { EntityName: 'Note', X: many(60_000, () => ({})) }),
  attack('nina.north', '/records/insert', {
    EntityName: 'Note',
    Fields: [{ FieldName: 'Body', Value: '\\"'.repeat(BYTES / 4) }],
  }),
  attack('nina.north', '/queries/select', {
    EntityName: 'Note',
    FilterLogic: '1 AND '.repeat(BYTES / 6),
  }),
  attack('omar.outside', '/queries/select', { EntityName: 'Customer', X: many(60_000, (i) => i) }),
  attack('ada.admin', '/environment/plan', {
    Entities: many(3_000, (i) => ({
      EntityName: `E${i}`,
      DisplayField: 'T',
      Fields: [{ FieldName: 'T', FieldType: 'Text' }],
    })),
  }),
  attack('ada.admin', '/records/insert', {
    EntityName: 'Entity',
    Fields: [
      { FieldName: 'EntityName', Value: 'Slow' },
      { FieldName: 'Fields', Value: [{ FieldName: 'T', FieldType: 'LongText', Regex: PATTERN }] },
    ],
  }),
  { method: 'GET', path: '/swagger/swagger-ui-init.js' },
];

async function send(stage: Stage, { user, method, path, body }: Attack): Promise<void> {
  const own = user ? await stage.headers(user) : {};
  const headers = { ...own, ...(body && { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }) };
  const response = await fetch(`http://127.0.0.1:${stage.port}${path}`, { method, headers, body });
  await response.arrayBuffer();
}

/** Each of the longest bodies in turn, twenty at once, by three users of the tenant and by nobody. */
export const longBodies: Scenario = {
  name: `${AT_ONCE} of the longest bodies at once`,
  async attack(stage) {
    let sent = 0;
    return repeatedly(AT_ONCE, () => send(stage, ATTACKS[sent++ % ATTACKS.length]));
  },
  victims: {
    'select in the tenant': { work: selectById('mona.manager'), bound: { times: 3 } },
    'select in another': { work: selectById('bob.bay'), bound: { times: 3 } },
  },
};

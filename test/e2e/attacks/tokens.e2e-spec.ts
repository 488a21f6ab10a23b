import jwt from 'jsonwebtoken';
import { DEVELOPMENT_SECRET } from '#platform/process/config/load-config.js';
import { DEVELOPMENT } from '../../support/test-app.js';
import { AlternatingNodes } from './alternating-nodes.js';

/** On a busy machine two nodes take long to start. */
const SET_UP_MS = 120_000;

describe.each([1, 2])('the user name in a token, on %i node(s)', (count) => {
  let nodes: AlternatingNodes;
  beforeAll(async () => {
    nodes = await AlternatingNodes.start(count);
  }, SET_UP_MS);
  afterAll(() => nodes.stop());

  /** Answer of every node to a token: the status and the code of a refusal. */
  const answers = async (sub: string): Promise<ReadonlySet<string>> => {
    const Authorization = `Bearer ${jwt.sign({ sub }, DEVELOPMENT_SECRET, { expiresIn: '1h' })}`;
    const told = nodes.nodes.map(async (node) => {
      const { status, body } = await node.send('GET', '/api/v1/access', undefined, { Authorization, ...DEVELOPMENT });
      return `${status} ${body.ErrorDetails[0]?.Code ?? ''}`.trim();
    });
    return new Set(await Promise.all(told));
  };

  it.each(['fia.clerk', 'FIA.Clerk'])('matches a user in any letter case: %s', async (name) => {
    expect(await answers(name)).toEqual(new Set(['200']));
  });

  it.each([
    ['the Kelvin sign', 'fia.cler\u212A'],
    ['the Kelvin sign among capitals', 'FIA.CLER\u212A'],
    ['a wide letter', '\uFF46ia.clerk'],
    ['a ligature', '\uFB01a.clerk'],
  ])('matches nobody with %s in it', async (_, name) => {
    await answers('fia.clerk');
    expect(await answers(name)).toEqual(new Set(['403 NotMember']));
  });

  it('matches only the user of exactly that name', async () => {
    const ada = nodes.first.as('ada.admin');
    await ada.inserted('User', { UserName: 'bot.\u212A', DisplayName: 'Kelvin' });
    expect(await answers('bot.\u212A')).toEqual(new Set(['200']));
    expect(await answers('bot.k')).toEqual(new Set(['403 NotMember']));
    const { status, body } = await ada.insert('User', { UserName: 'BOT.k', DisplayName: 'Another one' });
    expect([status, body.ErrorDetails[0].Code]).toEqual([409, 'Conflict']);
  });
});

import { PreparedStatements } from '#platform/database/connections/prepared-statements.js';

describe('the prepared statements of a connection', () => {
  let closed: string[];
  const busy = new Set<string>();
  beforeEach(() => {
    closed = [];
    busy.clear();
  });

  const close = (name: string): boolean => {
    if (busy.has(name)) return false;
    closed.push(name);
    return true;
  };
  const filled = (): PreparedStatements => {
    const prepared = new PreparedStatements(close, 30);
    for (const name of ['a', 'b', 'c']) prepared.use(name, 10);
    return prepared;
  };

  it('keep as much text as they may, and close what was used longest ago', () => {
    const prepared = filled();
    prepared.use('a', 10);
    expect(closed).toEqual([]);
    prepared.use('d', 10);
    expect(closed).toEqual(['b']);
    expect(['a', 'b', 'c', 'd'].filter((name) => prepared.has(name))).toEqual(['a', 'c', 'd']);
    prepared.use('e', 20);
    expect(closed).toEqual(['b', 'c', 'a']);
  });

  it('pass over those that the server has not confirmed', () => {
    const prepared = filled();
    busy.add('a');
    prepared.use('d', 10);
    expect(closed).toEqual(['b']);
    expect(prepared.has('a')).toBe(true);
  });

  it('hold a text that is longer than all of them may be', () => {
    const prepared = filled();
    prepared.use('long', 31);
    expect([closed, prepared.has('long')]).toEqual([['a', 'b', 'c'], true]);
  });
});

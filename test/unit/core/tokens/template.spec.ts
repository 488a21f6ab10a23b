import { JsonNumber, type JsonValue } from '#core/json/json.js';
import { hasUnclosedToken, parseTemplate, resolveTokens, textOf, tokensIn } from '#core/tokens/template.js';

describe('Templates', () => {
  it('split texts at their tokens, without blanks inside the braces', () => {
    expect(parseTemplate('a {{ Record.Id }}{{Today+30d}} b')).toEqual([
      'a ',
      { text: 'Record.Id', path: ['Record', 'Id'] },
      { text: 'Today+30d', path: ['Today+30d'] },
      ' b',
    ]);
    expect(parseTemplate('')).toEqual([]);
  });

  it.each([
    ['{{Record.Id', true],
    ['{{a}} {{b', true],
    ['{{ {{a}}', true],
    ['{{a}}', false],
    ['{"a":{"b":1}}', false],
    ['a } b', false],
  ])('tells whether a token of %j is unclosed: %j', (text, unclosed) => {
    expect(hasUnclosedToken(text)).toBe(unclosed);
  });

  it('find the tokens inside values with their paths', () => {
    const found = [...tokensIn({ a: ['x', '{{A}}'], b: { c: '{{B}} {{C}}' }, d: 1 as never }, 'Body')];
    expect(found.map(({ token, path }) => `${path} ${token.text}`)).toEqual([
      'Body.a[1] A',
      'Body.b.c B',
      'Body.b.c C',
    ]);
  });

  it('keep the type of a token alone, and write it as text beside other text', () => {
    const values = new Map([['N', new JsonNumber('1.50')]]);
    const resolved = resolveTokens(['{{N}}', 'n={{N}}', '{{None}}', 'x{{None}}'], ({ text }) => values.get(text));
    expect(resolved).toEqual([new JsonNumber('1.50'), 'n=1.50', null, 'x']);
  });

  it('take values for data: they are not searched for tokens, and __proto__ is a name', () => {
    const resolved = resolveTokens(JSON.parse('{"__proto__": "{{T}}"}') as never, () => '{{Secret.Key}}');
    expect(Object.entries(resolved as object)).toEqual([['__proto__', '{{Secret.Key}}']]);
  });

  it.each<[JsonValue | undefined, string]>([
    [null, ''],
    [true, 'true'],
    [new JsonNumber('007.10'), '007.10'],
    [['a', 'b'], 'a, b'],
    [[], ''],
    [['a', null, 'b'], '["a",null,"b"]'],
    [[new JsonNumber('1.50'), { a: true }], '[1.50,{"a":true}]'],
    [{ Id: 'x', Name: 'n' }, 'x'],
    [{ Id: 'x', Name: 'n', More: true }, '{"Id":"x","Name":"n","More":true}'],
    [{ Id: new JsonNumber('5') }, '{"Id":5}'],
    [{ a: { b: [new JsonNumber('1.0')] } }, '{"a":{"b":[1.0]}}'],
    [{}, '{}'],
    [undefined, ''],
  ])('write %j as %j', (json, text) => {
    expect(textOf(json)).toBe(text);
  });
});

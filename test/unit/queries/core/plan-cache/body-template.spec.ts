import * as fc from 'fast-check';
import { BodyTemplate, headOf } from '#queries/core/plan-cache/body-template.js';
import { cases, SEED } from '../../../../support/seed.js';

const filters = (...values: readonly unknown[]): string =>
  JSON.stringify({ WhereClause: { Filters: values.map((Value) => ({ FieldName: 'Name', Value })) }, Sort: [] });

const templateOf = (json: string): BodyTemplate => BodyTemplate.of(json)!.template;

describe('the template of a body', () => {
  it('leaves the texts of the members Value open', () => {
    const split = BodyTemplate.of(filters('a', 'b'))!;
    expect(split.texts).toEqual(['a', 'b']);
    expect(split.template.head).toBe('{"WhereClause":{"Filters":[{"FieldName":"Name","Value":"');
    expect(headOf(filters('a', 'b'))).toBe(split.template.head);
    expect(split.template.match(filters('x', ''))).toEqual(['x', '']);
  });

  it('is the whole body where no text is open', () => {
    const json = filters(1, null);
    expect(BodyTemplate.of(json)).toMatchObject({ texts: [], template: { head: json } });
    expect(templateOf(json).match(json)).toEqual([]);
    expect(templateOf(json).match(filters(2, null))).toBeUndefined();
  });

  it.each([
    ['with one blank behind the colon', '{"Value": "a"}', ['a']],
    ['but not with other white space', '{"Value":  "a","Value2":1}', []],
    ['but not in other members', '{"Other":"a","value":"b"}', []],
  ])('leaves texts open %s', (_, json, texts) => {
    expect(BodyTemplate.of(json)!.texts).toEqual(texts);
  });

  it('is not made of a body with escapes', () => {
    expect(BodyTemplate.of(filters('"'))).toBeUndefined();
  });

  it.each([
    ['a different member behind the text', filters('a').replace('Sort', 'Sore')],
    ['one text more', filters('a', 'b')],
    ['an escape in the text', filters('\n')],
    ['a control character in the text', filters('a').replace('"a"', '"\u0001"')],
    ['a number', filters(1)],
    ['an end within the text', filters('a').slice(0, -15)],
    ['something behind the end', `${filters('a')} `],
    ['another head', filters('a').replace('Name', 'Nome')],
  ])('does not match %s', (_, json) => {
    expect(templateOf(filters('a')).match(json)).toBeUndefined();
  });

  it('matches exactly the bodies that differ in open texts only', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', '\\', '{', 'Value', '":"', ',', '\n', 'ä', '\u0085') });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 3 }), fc.array(text, { maxLength: 3 }), (learned, sent) => {
        const split = BodyTemplate.of(filters(...learned));
        const json = filters(...sent);
        const matched = split?.template.match(json);
        if (matched !== undefined) expect(matched).toEqual(sent);
        const isPlain = [...learned, ...sent].every((each) => /^[^"\\\p{Cc}]*$/u.test(each));
        if (isPlain && learned.length === sent.length) expect(matched).toEqual(sent);
      }),
      { seed: SEED, numRuns: cases(500) },
    );
  });
});

import { Definition } from '#core/catalogue/definition.js';
import { describeLabels, labelIn, labelsOf, type Languages } from '#core/catalogue/labels.js';

const languages = (...tags: readonly string[]): Languages => ({ tags, own: 'en' });

describe('labels of a definition', () => {
  const labels = labelsOf(
    new Definition({
      Label: 'Order',
      PluralLabel: 'Orders',
      Labels: { DE: { Label: 'Auftrag' }, fr: { Help: 'Aide' } },
    }),
  );

  it.each([
    [[], { Label: 'Order', PluralLabel: 'Orders' }],
    [['de'], { Label: 'Auftrag', PluralLabel: 'Orders' }],
    [['fr', 'de'], { Label: 'Order', PluralLabel: 'Orders', Help: 'Aide' }],
    [['en', 'de'], { Label: 'Order', PluralLabel: 'Orders' }],
    [['pl', 'de'], { Label: 'Auftrag', PluralLabel: 'Orders' }],
  ])('are described in %j', (tags, described) => expect(describeLabels(labels, languages(...tags))).toEqual(described));

  it('take the name where there is no label', () => {
    expect(labelIn(undefined, languages('de'), 'Order')).toBe('Order');
    expect(labelsOf(new Definition({ Name: 'Order' }))).toBeUndefined();
  });

  it('are those of another own language', () => {
    expect(describeLabels(labels, { tags: ['de'], own: 'de-at' })).toMatchObject({ Label: 'Auftrag' });
    expect(describeLabels(labels, { tags: ['it', 'fr'], own: 'it-ch' })).toEqual({
      Label: 'Order',
      PluralLabel: 'Orders',
    });
  });
});

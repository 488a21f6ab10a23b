import { ComponentNames, namePart } from '#core/schemas/component-names.js';

describe('names of components', () => {
  it.each([
    ['Orders by month', 'OrdersByMonth'],
    ['<img src=x onerror=alert(1)>', 'ImgSrcXOnerrorAlert1'],
    ['__proto__', 'Proto'],
    ['Über §', 'Ber'],
    ['§', ''],
  ])('are made of the letters and digits of %s', (text, name) => {
    expect(namePart(text)).toBe(name);
  });

  it('are unique in any letter case', () => {
    const names = new ComponentNames(['Pager', 'constructor']);
    expect(['pager', 'PAGER', 'Constructor', 'Order'].map((name) => names.take(name))).toEqual([
      'pager2',
      'PAGER3',
      'Constructor2',
      'Order',
    ]);
  });
});

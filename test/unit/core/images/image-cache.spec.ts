import { ImageCache } from '#core/images/image-cache.js';

it('keeps records, the latest 500, unless they are large', () => {
  const known = new ImageCache('a');
  for (let i = 0; i <= 500; i++) known.keep('Region', String(i), {}, 10);
  known.keep('Region', 'large', {}, 20_000);
  expect(['0', '1', '500', 'large'].map((id) => known.find('Region', id) !== undefined)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

it('leaves what an earlier place knows unchanged', () => {
  const known = new ImageCache('a');
  known.keep('Region', '1', {}, 10);
  const later = known.at('b');
  later.forget('Region', '1');
  expect([known.find('Region', '1'), later.find('Region', '1'), later.place]).toEqual([{}, undefined, 'b']);
});

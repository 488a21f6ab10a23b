import { attachment } from '#platform/http/attachment.js';

it.each([
  ['a.zip', `attachment; filename="a.zip"; filename*=UTF-8''a.zip`],
  ['Ö "1".zip', `attachment; filename="_ _1_.zip"; filename*=UTF-8''%C3%96%20%221%22.zip`],
  ["it's (1)*%.zip", `attachment; filename="it's (1)*_.zip"; filename*=UTF-8''it%27s%20%281%29%2A%25.zip`],
  ['a\r\nX: y', `attachment; filename="a__X: y"; filename*=UTF-8''a%0D%0AX%3A%20y`],
  ['\ud800.zip', `attachment; filename="_.zip"; filename*=UTF-8''%EF%BF%BD.zip`],
])('names %j', (name, value) => {
  expect(attachment(name)).toBe(value);
});

import { readJson } from '#core/json/read-json.js';
import { writeDocument } from '#definitions/core/documents/export-document.js';

it('writes short values on one line, and each definition on lines of its own', () => {
  const text = '{"FormatVersion":1,"Roles":[{"Id":"a","Name":"Clerk","Empty":{}}],"Words":["a","b"],"Exact":1.50}';
  const written = writeDocument(readJson(text));
  expect(written).toBe(
    [
      '{',
      '  "FormatVersion": 1,',
      '  "Roles": [',
      '    { "Id": "a", "Name": "Clerk", "Empty": {} }',
      '  ],',
      '  "Words": ["a", "b"],',
      '  "Exact": 1.50',
      '}',
      '',
    ].join('\n'),
  );
  expect(writeDocument(readJson(written))).toBe(written);
});

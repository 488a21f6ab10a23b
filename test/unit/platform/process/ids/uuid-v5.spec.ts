import { uuidV5 } from '#platform/process/ids/uuid-v5.js';

const [DNS, URL] = ['6ba7b810-9dad-11d1-80b4-00c04fd430c8', '6ba7b811-9dad-11d1-80b4-00c04fd430c8'];

it.each([
  [DNS, 'www.example.com', '2ed6657d-e927-568b-95e1-2665a8aea6a2'],
  [DNS, 'python.org', '886313e1-3b8a-5372-9b90-0c9aee199e5d'],
  [URL, 'https://www.w3.org/', 'c106a26a-21bb-5538-8bf2-57095d1976c1'],
])('derives in %s the id of %s as %s', (namespace, name, id) => {
  expect(uuidV5(namespace, name)).toBe(id);
});

it('reads the namespace in any letter case', () => {
  expect(uuidV5(DNS.toUpperCase(), 'a')).toBe(uuidV5(DNS, 'a'));
});

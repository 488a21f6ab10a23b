import { entityNameIn } from '#platform/http/body-checks.js';

it.each([
  ['{"EntityName":"Customer","Values":[', 'Customer'],
  [' {\r\n\t"EntityName" : "Order Line" ,', 'Order Line'],
  ['{"EntityName":"Cust', undefined],
  ['{"Fields":[],"EntityName":"Customer"', undefined],
  ['{"EntityName":5', undefined],
  ['{"EntityName":"Cust\\u006fmer"', undefined],
  [`{"EntityName":"${'x'.repeat(2_000)}"`, undefined],
  ['', undefined],
])('finds the entity at the beginning of %j', (head, name) => expect(entityNameIn(Buffer.from(head))).toBe(name));

import { allAtOnce } from '../../../../src/core/steps.js';
import { namedUsers } from '../../../../src/modules/workflows/named-users.rules.js';

it('finds each receiver once, in inner actions too', () => {
  const send = (ToUser: string) => ({ Name: 'A', Type: 'SendNotification', ToUser });
  const workflow = { Actions: [send('ada'), { Then: [send('ben')], Else: [send('ada')] }] };
  expect(allAtOnce(namedUsers([workflow, { Notifications: [{ ToUser: 'cara' }, { ToRole: 'x' }] }]))).toEqual([
    'ada',
    'ben',
    'cara',
  ]);
});

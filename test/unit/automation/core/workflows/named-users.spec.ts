import { allAtOnce } from '#core/steps.js';
import { namedUsers } from '#automation/core/workflows/named-users.js';

it('finds each receiver once, in inner actions too', () => {
  const send = (ToUser: string) => ({ Name: 'A', Type: 'SendNotification', ToUser });
  const workflow = { Actions: [send('ada'), { Then: [send('ben')], Else: [send('ada')] }] };
  expect(allAtOnce(namedUsers([workflow, { Notifications: [{ ToUser: 'cara' }, { ToRole: 'x' }] }]))).toEqual([
    'ada',
    'ben',
    'cara',
  ]);
});

import { TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { Receiver } from '../../../unit/platform/outbound/receiver.js';
import { workflow } from './printing-rig.js';
import { ShippingModule } from './shipping.js';

// Requirement: R191
it('runs the action and the hook of docs/write-actions.md', async () => {
  const receiver = await Receiver.start();
  const paths: string[] = [];
  receiver.respond = ({ url }, response) => {
    paths.push(url!);
    response.writeHead(paths.filter((path) => path.startsWith('/jobs')).length === 1 ? 503 : 200).end();
  };
  process.env.PRINTER_URL = `http://127.0.0.1:${receiver.port}`;
  const app = await TestApp.start({ ROLES: 'api,worker' }, [ShippingModule]);
  const ada = app.as('ada.admin');
  const Hooks = [{ Name: 'Warehouse', Events: ['AfterCommit'], Handler: 'TellWarehouse' }];
  await ada.inserted('Entity', {
    EntityName: 'Parcel',
    Fields: [{ FieldName: 'Address', FieldType: 'Text' }],
    Hooks,
  });
  const print = { Name: 'Print', Type: 'PrintParcelLabel', Input: { Address: '{{Text}}' } };
  const id = await ada.inserted('Workflow', workflow([print]));
  const { body } = await ada.send('POST', `/workflows/execute/${id}`, { Text: 'Quay 4' });
  const [job] = paths;
  expect(body.Result.Output).toEqual({ Label: job.slice('/jobs/'.length) });
  expect(paths).toEqual([job, job]);
  await ada.inserted('Parcel', { Address: 'Quay 4' });
  await until('the warehouse was told', () => paths.some((path) => path.startsWith('/events/')));
  await app.stop();
  await receiver.stop();
});

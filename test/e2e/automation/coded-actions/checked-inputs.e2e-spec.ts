import { type Caller, type Row, type TestApp } from '../../../support/test-app.js';
import { print, startPrinting, workflow } from './printing-rig.js';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await startPrinting();
  ada = app.as('ada.admin');
});
afterAll(() => app.stop());

it.each<[string, Row, readonly [path: string, message: string][]]>([
  [
    'an unknown type',
    { Type: 'PrintLable' },
    [
      [
        'Fields[3].Value[0].Type',
        expect.stringMatching(/Zip, RunWorkflow, Echo, PrintLabel\. Did you mean 'PrintLabel'\?$/) as string,
      ],
    ],
  ],
  ['no input', { Input: null }, [['Fields[3].Value[0].Input.Printer', 'Printer is missing.']]],
  ['an input of another kind', { Input: 5 }, [['Fields[3].Value[0].Input', 'It must be of the type object.']]],
  [
    'several faults',
    { Input: { Copies: 0, Printer: 'West', Txet: 'x', Lines: [{ Skuu: 'x' }, { Sku: false }] } },
    [
      ['Fields[3].Value[0].Input.Printer', 'It must be one of "North","South".'],
      ['Fields[3].Value[0].Input.Copies', 'It must be >= 1.'],
      ['Fields[3].Value[0].Input.Lines[1].Sku', 'It must be of the type string.'],
      ['Fields[3].Value[0].Input.Txet', "There is no member 'Txet'. Did you mean 'Text'?"],
      ['Fields[3].Value[0].Input.Lines[0].Skuu', "There is no member 'Skuu'. Did you mean 'Sku'?"],
    ],
  ],
  [
    'a misspelt member',
    { Inputs: {} },
    [['Fields[3].Value[0]', expect.stringContaining("Did you mean 'Input'?") as string]],
  ],
  [
    'an unknown token',
    { Input: { Printer: '{{Txt}}' } },
    [['Fields[3].Value[0].Input.Printer', "There is no token 'Txt'. Did you mean 'Text'?"]],
  ],
])('refuses %s when a workflow is saved', async (_, more, faults) => {
  const { status, body } = await ada.insert('Workflow', workflow([print(more)]));
  expect(status).toBe(400);
  const found = body.ErrorDetails.map(({ Path, Message }: Row) => [
    Path,
    (Message as string).replace(/^Printing \d+: (Actions\S+: )?/, ''),
  ]);
  expect(found).toEqual(faults);
});

it('refuses a token of a member that the output does not have', async () => {
  const said = { Name: 'Said', Type: 'Echo', Input: '{{Actions.Print.Labl}}' };
  const { body } = await ada.insert('Workflow', workflow([print(), said]));
  expect(body.ErrorDetails[0].Message).toContain("The result of Print has no field 'Labl'. Did you mean 'Label'?");
});

it.each([
  ['', { type: 'string', enum: ['North', 'South'] }],
  ['?version=3.0', undefined],
])('shows those who may write workflows the input of each action (openapi.json%s)', async (version, printer) => {
  const { body } = await ada.get(`/openapi.json${version}`);
  const { properties, required } = body.components.schemas.PrintLabelAction;
  expect([properties.Type, properties.Input.properties?.Printer]).toEqual([
    { type: 'string', enum: ['PrintLabel'] },
    printer,
  ]);
  expect(required).toEqual(['Name', 'Type']);
  const seenByOthers = (await app.as('nina.north').get(`/openapi.json${version}`)).body;
  expect(seenByOthers.components.schemas).not.toHaveProperty('PrintLabelAction');
});

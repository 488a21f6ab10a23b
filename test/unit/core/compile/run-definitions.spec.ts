import type { JsonValue } from '#core/json/json.js';

import { readDefinitions, workflowNamed, writeDefinitions } from '#core/compile/run-definitions.js';
import type { Workflow } from '#core/catalogue/workflow.js';
import { buildWorkflow } from '#core/compile/build-workflow.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import { fixtureCatalogue } from '../../../support/fixture-catalogue.js';

const OUTER = '9cbfd3fe-7006-4245-bde6-79e5d694697a';
const INNER = '9cbfd3fe-7006-4245-bde6-79e5d694697b';
const workflows: ReadonlyMap<string, Workflow> = new Map([
  [
    OUTER,
    buildWorkflow({ Id: OUTER, Name: 'Outer', Actions: [{ Name: 'Go', Type: 'RunWorkflow', Workflow: 'INNER' }] }),
  ],
  [INNER, buildWorkflow({ Id: INNER, Name: 'Inner', Actions: [{ Name: 'Zip', Type: 'Zip' }] })],
]);
const catalogue: Catalogue = Object.assign(Object.create(fixtureCatalogue) as Catalogue, {
  automation: { ...fixtureCatalogue.automation, workflows },
});

it('writes the workflow of a run with those that it runs inside, and reads them again', () => {
  const written = writeDefinitions(catalogue, { workflowId: OUTER, triggerId: null });
  const { main, inner } = readDefinitions(JSON.parse(written!) as JsonValue);
  expect(main).toEqual(workflows.get(OUTER));
  expect([...inner]).toEqual([['inner', workflows.get(INNER)]]);
});

it('writes nothing for unknown workflows and triggers', () => {
  expect(writeDefinitions(catalogue, { workflowId: null, triggerId: OUTER })).toBeUndefined();
  expect(writeDefinitions(catalogue, { workflowId: 'x', triggerId: null })).toBeUndefined();
});

it('finds a workflow by its name in any letter case, and by its id', () => {
  expect([workflowNamed(catalogue, 'oUTER')?.id, workflowNamed(catalogue, INNER)?.name]).toEqual([OUTER, 'Inner']);
});

it('refuses damaged definitions', () => {
  expect(() => readDefinitions({ Main: null })).toThrow('damaged');
});

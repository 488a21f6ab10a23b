import * as fc from 'fast-check';
import { BuiltParts } from '#core/built-parts.js';
import { catalogueSteps } from '#core/compile/build-catalogue.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import { Definition, type DefinitionSet } from '#core/catalogue/definition.js';
import { definitionProblems } from '#definitions/core/checks/check-definitions.js';
import { type DefinitionProblem, problemsAbout } from '#definitions/core/checks/definition-problem.js';
import { SelectiveCheck } from '#definitions/core/checks/selective-check.js';
import type { JsonObject } from '#core/json/json.js';
import { lifecycleProblems } from '#lifecycle/core/checks/check-lifecycles.js';
import { processProblems } from '#lifecycle/core/checks/check-processes.js';
import { allAtOnce } from '#core/steps.js';
import { systemContext } from '#core/context/system-context.js';
import { triggerProblems } from '#automation/core/checks/check-triggers.js';
import { workflowProblems } from '#automation/core/checks/check-workflows.js';
import { listFaults } from '#queries/core/lists/check-list.js';
import { SOURCES, type SourceName } from '#platform/catalogue/definition-sources.js';
import { nestedDefinitions } from '#platform/catalogue/nested-definitions.js';
import { fixtureCatalogue } from '../../../../support/fixture-catalogue.js';
import { cases, SEED } from '../../../../support/seed.js';
import { changed, recordChange, type RecordChange, type StoredRecords } from './random-definitions.js';

const { environment } = fixtureCatalogue;

interface Checked {
  readonly catalogue: Catalogue;
  readonly problems: readonly DefinitionProblem[];
}

function definitionsOf(stored: StoredRecords, parts: BuiltParts): DefinitionSet {
  const names = Object.keys(SOURCES) as SourceName[];
  const rows = Object.fromEntries(names.map((name) => [name, [...(stored.get(name)?.live.values() ?? [])]]));
  return allAtOnce(nestedDefinitions(rows as unknown as Readonly<Record<SourceName, readonly JsonObject[]>>, parts));
}

/** Checks all definitions; what the parts have of before is not checked again. */
function checked(stored: StoredRecords, parts: BuiltParts): Checked {
  const definitions = definitionsOf(stored, parts);
  const catalogue = allAtOnce(catalogueSteps(environment, '1', definitions));
  const ctx = systemContext(catalogue, '00000000-0000-7000-8000-000000000001', new Date(0));
  const check = new SelectiveCheck(ctx, parts);
  const namesOf = (kind: SourceName): readonly string[] =>
    [...(stored.get(kind)?.live.values() ?? [])].map((json) => new Definition(json).text('Name') ?? '');
  const records = (kind: SourceName): readonly { id: string; name: string }[] =>
    namesOf(kind).map((name) => ({ id: name, name }));
  const workflows = [...catalogue.automation.workflows.values()];
  const named = {
    roles: records('Role'),
    teams: records('Team'),
    users: [],
    permissions: [],
    queries: [],
    routines: [],
    workflows,
  };
  const names = {
    roles: namesOf('Role'),
    teams: namesOf('Team'),
    permissions: [],
    workflows: namesOf('Workflow'),
    users: [],
    validatorHooks: [],
  };
  const lists = [...(stored.get('List')?.live.values() ?? [])];
  const problems = [
    ...allAtOnce(definitionProblems(ctx, definitions)),
    ...allAtOnce(lifecycleProblems(check, definitions.lifecycles, names)),
    ...allAtOnce(processProblems(check, definitions.approvalProcesses, names)),
    ...allAtOnce(workflowProblems(check, definitions.workflows, { ...named, actions: [] })),
    ...allAtOnce(triggerProblems(check, definitions.triggers, { ...named, cron: { minSeconds: 60 } })),
    ...allAtOnce(check.of('list', lists, [], (noted, list) => problemsAbout('List', list, listFaults(noted, list)))),
  ];
  return { catalogue, problems };
}

const businessOf = ({ entities }: Catalogue) => [...entities.values()].filter(({ kind }) => kind === 'business');

const write = (kind: SourceName, n: number, members: RecordChange['members']): RecordChange => ({
  kind,
  action: 'write',
  id: `${kind} ${n}`,
  members,
});

/** Problems after each of some changes, of which each is checked. */
function problemsAfter(...changes: readonly RecordChange[]): readonly (readonly string[])[] {
  const parts = new BuiltParts();
  let stored: StoredRecords = new Map();
  return changes.map((change) => {
    stored = changed(stored, change);
    return checked(stored, parts).problems.map(({ entityName, name }) => `${entityName} ${name}`);
  });
}

describe('a selective check', () => {
  it('finds what the full check finds after random changes, of which some are rolled back', () => {
    const steps = fc.array(
      fc.record({ changes: fc.array(recordChange, { minLength: 1, maxLength: 4 }), rolledBack: fc.boolean() }),
      {
        minLength: 10,
        maxLength: 25,
      },
    );
    const found = new Set<string>();
    fc.assert(
      fc.property(steps, (all) => {
        const parts = new BuiltParts();
        let stored: StoredRecords = new Map();
        for (const { changes, rolledBack } of all) {
          const next = changes.reduce(changed, stored);
          const [selective, full] = [checked(next, parts), checked(next, new BuiltParts())];
          expect(selective.problems).toEqual(full.problems);
          expect(businessOf(selective.catalogue)).toEqual(businessOf(full.catalogue));
          expect(selective.catalogue.access).toEqual(full.catalogue.access);
          for (const { entityName } of full.problems) found.add(entityName);
          if (!rolledBack) stored = next;
        }
      }),
      { seed: SEED, numRuns: cases(25) },
    );
    // Faults of each kind occur, or it would compare nothing with nothing.
    expect([...found].toSorted()).toEqual(
      expect.arrayContaining([
        'Entity',
        'Field',
        'Lifecycle',
        'List',
        'Relation',
        'RoleAccess',
        'Rule',
        'Trigger',
        'Workflow',
      ]),
    );
  });

  it('finds a fault that another definition has made, and none after its repair', () => {
    const access = write('RoleAccess', 1, { EntityName: 'Alpha', WritableFields: ['Name'] });
    const field = write('Field', 1, { EntityId: 'Entity 1', FieldName: 'Name', FieldType: 'Text' });
    const entity = write('Entity', 1, { EntityName: 'Alpha' });
    const steps = problemsAfter(entity, field, access, { ...field, action: 'delete' }, { ...field, action: 'restore' });
    expect(steps).toEqual([[], [], [], ['RoleAccess undefined, Alpha'], []]);
  });

  it('keeps an old fault while another one is repaired', () => {
    const access = (n: number, EntityName: string): RecordChange => write('RoleAccess', n, { EntityName });
    const steps = problemsAfter(access(1, 'Alpha'), access(2, 'Beta'), write('Entity', 1, { EntityName: 'Beta' }));
    const [alpha, beta] = ['RoleAccess undefined, Alpha', 'RoleAccess undefined, Beta'];
    expect(steps).toEqual([[alpha], [alpha, beta], [alpha]]);
  });

  it('checks nothing again that has not changed', () => {
    const stored = changed(new Map(), write('RoleAccess', 1, { EntityName: 'Alpha' }));
    const parts = new BuiltParts();
    const [first, second] = [checked(stored, parts), checked(stored, parts)];
    expect(first.problems).toHaveLength(1);
    expect(second.problems[0]).toBe(first.problems[0]);
  });
});

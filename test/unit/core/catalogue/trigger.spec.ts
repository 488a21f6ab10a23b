import type { JsonObject } from '#core/json/json.js';
import { buildTrigger } from '#core/catalogue/trigger.js';

describe('A trigger', () => {
  it('has defaults for what its definition leaves out', () => {
    expect(buildTrigger({ Id: 'i', Name: 'T', EntityName: 'Order', TriggerType: 'EventBased' })).toEqual({
      id: 'i',
      name: 'T',
      entityName: 'Order',
      type: 'EventBased',
      isActive: true,
      event: 'CreatedOrEdited',
      fieldCriteria: 'AnyField',
      fieldChanges: [],
      timeZone: 'UTC',
      catchUp: 'Last',
      offsetDays: 0,
      timeOfDay: '00:00',
      workflowIds: [],
      notifications: [],
    });
  });

  it('counts any of its fields unless it says all', () => {
    const FieldChanges: readonly JsonObject[] = [
      { FieldName: 'A', From: null },
      { FieldName: 'B', To: false },
    ];
    const json = { Name: 'T', FieldChanges };
    const trigger = buildTrigger(json);
    expect(trigger.fieldCriteria).toBe('AnyOfFields');
    expect(trigger.fieldChanges).toEqual([
      { fieldName: 'A', from: null },
      { fieldName: 'B', to: false },
    ]);
    expect(buildTrigger({ ...json, FieldCriteria: 'AllOfFields' }).fieldCriteria).toBe('AllOfFields');
  });

  it('takes the ids of workflows in any letter case, and messages apart from their receivers', () => {
    const json = { WorkflowIds: ['ABC'], Notifications: [{ ToRole: 'R', Message: 'm' }] };
    expect(buildTrigger(json)).toMatchObject({
      workflowIds: ['abc'],
      notifications: [{ to: { ToRole: 'R' }, message: 'm' }],
    });
  });
});

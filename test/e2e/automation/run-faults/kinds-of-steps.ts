import { LOGGED_CHANGES } from '../../../support/logged-changes.js';
import { note } from '../../../support/run-fixture.js';
import { where } from '../../../support/test-app.js';

/** A kind of step, as the second part of a workflow whose first step is a message. */
export interface StepKind {
  readonly actions: (url: string) => readonly object[];
  /** Number of the stored step in the run at which it is killed; the message is 1. */
  readonly stored: number;
  /** True where the step and its effect are one transaction. */
  readonly isWrite: boolean;
  /** Statement that counts the effects of a run: of its id, its parcel and its tag, in the environment's schema. */
  readonly effects: (schema: string) => string;
  readonly expected: number;
}

const byTag = where('Name', 'EqualTo', '{{Tag}}');
const changes = (operation: string, match: string) => (): string =>
  `SELECT count(*)::int AS count FROM ${LOGGED_CHANGES} c WHERE entity = 'Parcel' AND operation = '${operation}' AND ${match}`;
const messages = (schema: string): string =>
  `SELECT count(DISTINCT "Message")::int + count(*)::int AS count FROM ${schema}."Notification" WHERE "Message" ~ ('^step ' || $3 || '( |$)')`;
const files = (isZip: boolean) => (): string =>
  `SELECT count(*)::int AS count FROM platform.run_file f WHERE run_id = $1 AND is_zip = ${isZip} AND size > 0`;
const steps = (schema: string): string =>
  `SELECT count(*)::int AS count FROM ${schema}."WorkflowStep" WHERE "RunId" = $1 AND "Name" = 'Step' AND "State" = 'Completed'`;
/** Rows of the fixture, beside those of the test. */
const ROWS = {
  Name: 'Rows',
  Type: 'RunQuery',
  EntityName: 'Parcel',
  SelectedFields: ['Name'],
  WhereClause: where('N', 'LessThan', 3),
};
const step = (Type: string, more: object): readonly object[] => [{ Name: 'Step', Type, ...more }];
const ONE = { stored: 2, expected: 1 };

export const KINDS: Readonly<Record<string, StepKind>> = {
  InsertRecord: {
    ...ONE,
    isWrite: true,
    actions: () =>
      step('InsertRecord', { EntityName: 'Parcel', Fields: [{ FieldName: 'Name', Value: '{{Tag}} new' }] }),
    effects: changes('Create', `new ->> 'Name' = $3 || ' new'`),
  },
  UpdateRecords: {
    ...ONE,
    isWrite: true,
    actions: () =>
      step('UpdateRecords', { EntityName: 'Parcel', Fields: [{ FieldName: 'N', Value: 99 }], WhereClause: byTag }),
    effects: changes('Update', 'record_id = $2'),
  },
  DeleteRecords: {
    ...ONE,
    isWrite: true,
    actions: () => step('DeleteRecords', { EntityName: 'Parcel', WhereClause: byTag }),
    effects: changes('Delete', 'record_id = $2'),
  },
  ChangeStatus: {
    ...ONE,
    isWrite: true,
    actions: () => step('ChangeStatus', { EntityName: 'Parcel', RecordId: '{{Parcel}}', ToStatus: 'Sent' }),
    effects: (schema) =>
      `SELECT count(*)::int AS count FROM ${schema}."StatusHistory" h JOIN ${schema}."Parcel" p
         ON h."RecordId" = p."RecordInformationId" WHERE p."Id" = $2 AND h."FromStatusId" IS NOT NULL`,
  },
  SendNotification: {
    ...ONE,
    isWrite: true,
    actions: () => [note('Step', 'step {{Tag}}')],
    effects: messages,
    expected: 2,
  },
  GenerateFile: {
    ...ONE,
    isWrite: true,
    actions: () => step('GenerateFile', { Format: 'Text', FileName: 'a.txt', Text: '{{Tag}}' }),
    effects: files(false),
  },
  Zip: {
    stored: 4,
    isWrite: true,
    actions: () => [
      ROWS,
      { Name: 'File', Type: 'GenerateFile', Format: 'Csv', FileName: 'a.csv', Source: 'Rows' },
      { Name: 'Step', Type: 'Zip', FileName: 'a.zip', Files: ['File'] },
    ],
    effects: files(true),
    expected: 1,
  },
  RunWorkflow: {
    stored: 3,
    isWrite: true,
    actions: () => step('RunWorkflow', { Workflow: 'Inner', Tokens: { Tag: '{{Tag}}' } }),
    effects: messages,
    expected: 2,
  },
  ForEach: {
    stored: 4,
    isWrite: true,
    actions: () => [
      ROWS,
      { Name: 'Step', Type: 'ForEach', Source: 'Rows', Do: [note('Tell', 'step {{Tag}} {{Item.Name}}')] },
    ],
    effects: messages,
    expected: 6,
  },
  RunQuery: { ...ONE, isWrite: false, actions: () => [{ ...ROWS, Name: 'Step' }], effects: steps },
  ExecuteDatabaseObject: {
    ...ONE,
    isWrite: false,
    actions: () =>
      step('ExecuteDatabaseObject', { ObjectName: 'CountUp', Parameters: [{ Name: 'Parcel', Value: '{{Tag}}' }] }),
    effects: (schema) => `SELECT "N"::int - 10 AS count FROM ${schema}."Parcel" WHERE "Id" = $2`,
  },
  HttpCall: {
    ...ONE,
    isWrite: false,
    actions: (url) => step('HttpCall', { Method: 'POST', Url: `${url}/{{Tag}}` }),
    effects: steps,
  },
  SendEmail: {
    ...ONE,
    isWrite: false,
    actions: () => step('SendEmail', { ToUser: 'ann', Subject: '{{Tag}}', Message: 'Hello' }),
    effects: steps,
  },
};

/** Definitions that the steps need beside the fixture's. */
export const DEFINITIONS = {
  Lifecycles: [
    {
      Name: 'Parcels',
      EntityName: 'Parcel',
      Statuses: [
        { Name: 'New', Sequence: 1, IsInitial: true },
        { Name: 'Sent', Sequence: 2 },
      ],
      Transitions: [{ Name: 'Send', FromStatus: 'New', ToStatus: 'Sent', Sequence: 1 }],
    },
  ],
  DatabaseObjects: [
    {
      ObjectName: 'CountUp',
      ObjectType: 1,
      AllowWrites: true,
      Parameters: [{ Name: 'Parcel', Type: 'Text', Required: true }],
      Definition: `CREATE OR REPLACE PROCEDURE "CountUp"(IN "Parcel" text) LANGUAGE plpgsql AS $body$
        BEGIN
          UPDATE "Parcel" p SET "N" = "N" + 1 WHERE p."Name" = "CountUp"."Parcel";
        END
        $body$`,
    },
  ],
};

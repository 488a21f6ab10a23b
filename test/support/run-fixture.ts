import { Injectable, Module, type OnApplicationBootstrap, type Type } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '#core/errors.js';
import { JsonNumber, type JsonValue } from '#core/json/json.js';
import { textOf } from '#core/tokens/template.js';
import {
  type ActionHandler,
  ActionHandlers,
  type OtherStep,
  AutomationModule,
  type StepCall,
  TemporaryFault,
} from '#automation/index.js';
import { field } from './definition-builders.js';
import { loadEnvironment } from './load-environment.js';
import { type Answer, type Caller, type Place, type Row, TestApp, where } from './test-app.js';
import { until } from './until.js';

/** A small environment of workflows. */
export const RUN_PLACE: Place = { TenantId: 'Yard', AppId: 'Runs', EnvironmentId: 'Main' };

const id = (n: number): string => `4a50c000-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const ANN = id(12);
export const GUS = id(13);

const user = (n: number, UserName: string, role: string): object => ({
  Id: id(n),
  Tenant: RUN_PLACE.TenantId,
  UserName,
  DisplayName: UserName,
  Roles: [role],
  Teams: ['Crew'],
  PrimaryTeam: 'Crew',
});

/** Definitions of the environment. @param workflows of the test */
const definitions = (workflows: readonly object[], more: object): object => ({
  Tenants: [
    {
      Id: id(1),
      Name: RUN_PLACE.TenantId,
      Apps: [
        {
          Id: id(2),
          Name: RUN_PLACE.AppId,
          Environments: [
            { Id: id(3), Name: RUN_PLACE.EnvironmentId, Users: '*' },
            { Id: '07be5000-0000-4000-8000-000000000004', Name: 'Other', Users: '*', DefinitionIds: 'Derived' },
          ],
        },
      ],
    },
  ],
  Teams: [{ Id: id(21), Name: 'Crew' }],
  Roles: [
    { Id: id(31), Name: 'Administrator', IsSystem: true },
    { Id: id(32), Name: 'Clerk' },
    { Id: id(33), Name: 'Guest' },
  ],
  Permissions: [{ Name: 'Jobs.Run', Description: 'Run jobs' }],
  RolePermissions: [{ Role: 'Clerk', Permission: 'Jobs.Run' }],
  RoleAccess: ['Clerk', 'Guest'].map((Role) => ({
    Role,
    EntityName: 'Parcel',
    Create: 'All',
    Read: 'All',
    Update: 'All',
    Delete: 'All',
  })),
  Users: [user(11, 'root', 'Administrator'), user(12, 'ann', 'Clerk'), user(13, 'gus', 'Guest')],
  Entities: [{ EntityName: 'Parcel', Fields: [field('N', 'Int'), field('Name', 'Text')] }],
  Workflows: workflows.map((workflow, i) => ({ Id: workflowId(i), RunAs: 'Caller', Type: 'Manual', ...workflow })),
  ...more,
});

/** Id of the workflow at an index of the fixture's. */
export const workflowId = (index: number): string => id(100 + index);

/** Where the probe listens, in the URLs of actions. */
const PROBED = 'https://probe.example/';

/** An action that calls the probe. @param path of its URL, by which tests name it */
export const call = (Name: string, path: string, more: object = {}): object => ({
  Name,
  Type: 'HttpCall',
  Method: 'POST',
  Url: PROBED + path,
  ...more,
});

/** An action that sends ann a message. */
export const note = (Name: string, Message: string, more: object = {}): object => ({
  Name,
  Type: 'SendNotification',
  ToUser: 'ann',
  Message,
  ...more,
});

/** A call of an outside system that the probe has seen. */
export interface ProbedCall {
  /** Path of the URL. */
  readonly url: string;
  readonly stepId: string;
  readonly body: Row;
}

/** Stands in for the outside world: `HttpCall` of the tests. */
export const PROBE = {
  calls: [] as ProbedCall[],
  /** Replies to calls, by URL; by default a call succeeds. */
  replies: new Map<string, (call: ProbedCall) => Promise<JsonValue> | JsonValue>(),
  /** Forgets everything. */
  reset(): void {
    PROBE.calls.length = 0;
    PROBE.replies.clear();
  },
};

/** Replies for `PROBE.replies`. */
export const refuses = (message: string) => (): never => {
  throw new DomainError({ code: 'Validation', message, fieldName: 'Title' });
};
export const failsFor = (times: number, afterMs?: number) => {
  let failed = 0;
  return (): JsonValue => {
    if (failed++ < times) throw new TemporaryFault('Nobody answers.', afterMs);
    return { StatusCode: new JsonNumber('200') };
  };
};
export const takes = (ms: number) => async (): Promise<JsonValue> => {
  await delay(ms);
  return { StatusCode: new JsonNumber('200') };
};

class ProbeCalls implements ActionHandler {
  prepare({ ctx, body }: StepCall): OtherStep {
    const url = textOf(body.Url).slice(PROBED.length);
    const probed: ProbedCall = { url, stepId: ctx.correlationId, body: JSON.parse(JSON.stringify(body)) as Row };
    return {
      kind: 'other',
      perform: async () => {
        PROBE.calls.push(probed);
        return (await PROBE.replies.get(url)?.(probed)) ?? { StatusCode: new JsonNumber('200'), Body: url };
      },
    };
  }
}

@Injectable()
class Probes implements OnApplicationBootstrap {
  constructor(private readonly handlers: ActionHandlers) {}

  /** After the handlers of the service have been registered. */
  onApplicationBootstrap(): void {
    this.handlers.register('HttpCall', new ProbeCalls());
  }
}

@Module({ imports: [AutomationModule], providers: [Probes] })
class RunProbes {}

/** The service with workflows: root is an Administrator, ann a Clerk, gus a Guest. */
export class RunApp {
  private constructor(readonly app: TestApp) {}

  /** @param modules none for the service's own HttpCall instead of the probe's */
  static async open(
    workflows: readonly object[],
    settings: Readonly<Record<string, string>> = {},
    more: object = {},
    modules: readonly Type[] = [RunProbes],
  ): Promise<RunApp> {
    const app = await TestApp.start({ ROLES: 'api,worker', ...settings }, modules);
    await loadEnvironment(app, definitions(workflows, more), modules);
    const opened = new RunApp(app);
    await opened.addParcels(0, 3);
    return opened;
  }

  /** Adds parcels, which are numbered and named `row 0`, `row 1`, … */
  async addParcels(from: number, to: number): Promise<void> {
    const Values = Array.from({ length: to - from }, (_, i) => [from + i, `row ${from + i}`]);
    const body = { EntityName: 'Parcel', Fields: ['N', 'Name'], Values };
    const answer = await this.as('root').send('POST', '/records/bulk-insert', body);
    if (answer.status !== 200) throw new Error(answer.text);
  }

  close(): Promise<void> {
    return this.app.stop();
  }

  as(name: string, place: Place = RUN_PLACE): Caller {
    return this.app.as(name, place);
  }

  execute(name: string, index: number, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer> {
    return this.as(name).send('POST', `/workflows/execute/${workflowId(index)}`, body ?? {}, headers);
  }

  /** Schema of the environment, quoted, for statements past the service. */
  async schema(): Promise<string> {
    return `"${await this.app.schema(RUN_PLACE)}"`;
  }

  /** A run as an Administrator sees it. */
  async run(runId: string): Promise<Answer['body']> {
    return this.as('root').row('WorkflowRun', runId);
  }

  /** Steps of a run in the order in which they were performed. */
  async steps(runId: string): Promise<Answer['body']> {
    const { body } = await this.as('root').select('WorkflowStep', {
      WhereClause: where('RunId', 'EqualTo', runId),
      Sort: [{ FieldName: 'StartedOn' }],
    });
    return body.Result;
  }

  /** Waits until a run is in a state. */
  async ended(runId: string, state = 'Completed'): Promise<Answer['body']> {
    await until(`run ${runId} is ${state}`, async () => (await this.run(runId))?.State === state);
    return this.run(runId);
  }

  /** Messages that users have got. */
  async messages(): Promise<readonly string[]> {
    const { body } = await this.as('root').select('Notification', { Sort: [{ FieldName: 'Message' }] });
    return (body.Result as readonly { readonly Message: string }[]).map(({ Message }) => Message);
  }
}

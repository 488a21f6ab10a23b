import { Injectable } from '@nestjs/common';
import type { ReassignedRow } from '#approvals/core/requests/reassigned-tasks.sql.js';
import { groupedBy } from '#core/grouped-by.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { Fault } from '#core/errors.js';
import type { Transaction } from '#platform/database/transaction.js';
import { WriteRefused } from '#records/index.js';
import { ApprovalWritesRepository } from './approval-writes.repository.js';

/** Gives the tasks whose assignee an Administrator changes to their new assignees (docs/approvals.md#reassignment). */
@Injectable()
export class ReassignTasks {
  constructor(private readonly writes: ApprovalWritesRepository) {}

  /** @returns entities whose records have changed. @throws {WriteRefused} with the refusals of all tasks */
  async reassignAll(ctx: RequestContext, tx: Transaction): Promise<readonly Entity[]> {
    const rows = await this.writes.reassigned(ctx, tx);
    if (rows.length === 0) return [];
    const faults = rows.flatMap((row) => faultOf(ctx, row) ?? []);
    if (faults.length > 0) throw new WriteRefused(...faults);
    for (const [name, tasks] of groupedBy(rows, (row) => row.entity_name))
      await this.writes.reassign(ctx, ctx.catalogue.entity(name), tasks, tx);
    return ['ApprovalTask', 'Notification'].map((name) => ctx.catalogue.entity(name));
  }
}

function faultOf({ catalogue, principal }: RequestContext, row: ReassignedRow): Fault | undefined {
  const { id, assignee, requester, entity_name, process_id } = row;
  const fault = (code: Fault['code'], message: string, fieldName = 'AssigneeId'): Fault => ({
    code,
    message,
    fieldName,
    path: 'Fields',
    recordId: id,
  });
  if (!principal.isAdministrator) return fault('AdministratorRequired', 'Only an Administrator reassigns tasks.');
  if (row.other === 1) return fault('Validation', 'Of a task, only AssigneeId can be changed.', 'OwnerId');
  if (row.active === 0) return fault('Validation', 'AssigneeId: there is no such active user.');
  const process = catalogue.find(entity_name)?.approvalProcesses.find((each) => each.id === process_id);
  if (assignee === requester && !process?.allowSelfApproval)
    return fault('Validation', 'AssigneeId: the requester cannot decide.');
  if (row.doubled === 1) return fault('Validation', 'AssigneeId: this user has an open task of the request already.');
  return row.state === 'Open' ? undefined : fault('AlreadyDecided', `The task is closed: ${row.state}.`);
}

import { allActions, type Workflow } from '#core/catalogue/workflow.js';

/** Settings of the operator for actions that reach other systems. */
export interface Deliveries {
  readonly hasMail: boolean;
  readonly hasHosts: boolean;
}

/** Tells authors of a workflow which of its actions fail until the operator has set something up. */
export function deliveryRemarks({ name, actions }: Workflow, { hasMail, hasHosts }: Deliveries): readonly string[] {
  const types = new Set([...allActions(actions)].map(({ type }) => type));
  const remark = (action: string, needed: string): string =>
    `Workflow ${name} has ${action}, which fails until the operator sets ${needed}.`;
  return [
    ...(types.has('SendEmail') && !hasMail ? [remark('SendEmail', 'SMTP_URL and MAIL_FROM')] : []),
    ...(types.has('HttpCall') && !hasHosts ? [remark('HttpCall', 'HTTP_ALLOWED_HOSTS')] : []),
  ];
}

import { type BeforeInsert, RecordHook } from 'data-and-workflow-service';

const URGENT_HOURS = 48;
const HOUR_MS = 3_600_000;

/** Makes orders urgent that must be delivered soon. */
@RecordHook('UrgentOrders', { entities: ['Order'] })
export class UrgentOrders implements RecordHook {
  beforeInsert({ record, at, set, refuse }: BeforeInsert): void {
    if (record.RequestedDeliveryAt === null) return;
    const hours = (Date.parse(String(record.RequestedDeliveryAt)) - at.getTime()) / HOUR_MS;
    if (hours < 0) refuse({ fieldName: 'RequestedDeliveryAt', message: 'The delivery cannot be in the past.' });
    else if (hours < URGENT_HOURS) set('Priority', 'Urgent');
  }
}

import { Module } from '@nestjs/common';
import { PrintLabel } from './print-label.js';
import { TellWarehouse } from './tell-warehouse.js';
import { UrgentOrders } from './urgent-orders.js';

/** The plug-in: a Nest module, whose providers are hooks, actions, and what they need. */
@Module({ providers: [UrgentOrders, PrintLabel, TellWarehouse] })
export default class OrderRules {}

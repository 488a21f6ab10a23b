import { Module } from '@nestjs/common';
import { UrgentOrders } from './urgent-orders.js';

/** The plug-in: a Nest module, whose providers are its hooks and what they need. */
@Module({ providers: [UrgentOrders] })
export default class OrderRules {}

import { Global, Module } from '@nestjs/common';
import { AddressResolver } from './address-resolver.js';
import { OutboundHttp } from './outbound-http.service.js';
import { Secrets } from './secrets.service.js';

/** Calls to other systems and the secrets that they need. */
@Global()
@Module({ providers: [AddressResolver, OutboundHttp, Secrets], exports: [OutboundHttp, Secrets] })
export class OutboundModule {}

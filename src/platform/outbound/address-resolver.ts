import { Injectable } from '@nestjs/common';
import { lookup } from 'node:dns/promises';

/** Resolves names as the operating system does, which also reads its file of hosts. */
@Injectable()
export class AddressResolver {
  /** Returns all addresses of a name. @throws errors of `node:dns` */
  async resolve(host: string): Promise<readonly string[]> {
    return (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);
  }
}

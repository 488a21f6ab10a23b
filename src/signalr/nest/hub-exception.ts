import { WsException } from '@nestjs/websockets';

/** An error whose message the client may see, as "… HubException: <message>". Of other errors it learns nothing. */
export class HubException extends WsException {
  override readonly name = 'HubException';
}

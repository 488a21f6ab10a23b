import { WsException } from '@nestjs/websockets';

/** Error whose message the client may see, as "… HubException: <message>". Other errors get a general text. */
export class HubException extends WsException {
  override readonly name = 'HubException';
}

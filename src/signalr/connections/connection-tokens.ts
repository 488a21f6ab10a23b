import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ConnectionIds } from '../protocol/negotiation.js';

/** Signs connection tokens with a secret that the nodes of a service share. */
export interface TokenSigner {
  /** @returns URL-safe text that depends on every character of `text` and on a secret */
  sign(text: string): string;
}

/**
 * Kind of connection that a token opens. For `open` connections the token is the public id too, because clients of
 * negotiation version 0 have only one id.
 */
export type TokenKind = 'plain' | 'stateful' | 'open';

/** Claims of a connection token. */
export interface TokenClaims {
  readonly connectionId: string;
  /** Node that negotiated the connection. */
  readonly nodeId: string;
  readonly issuedAtMs: number;
  readonly kind: TokenKind;
}

const ID_BYTES = 16;

/**
 * Creates a signer with HMAC-SHA256.
 *
 * @param key key that all nodes share; by default tokens are valid for this process only
 */
export const hmacSigner = (key: string | Buffer = randomBytes(32)): TokenSigner => ({
  sign: (text) => createHmac('sha256', key).update(text).digest('base64url'),
});

/**
 * Issues and reads connection tokens: `<connection id>.<time>.<kind>.<node>.<signature>`. The signature covers the
 * owner, so other users cannot use a token. Negotiation needs no state on the server.
 */
export class ConnectionTokens {
  /** @param nodeId name of letters, digits, `-` and `_` */
  constructor(
    readonly nodeId: string,
    private readonly signer: TokenSigner,
  ) {
    if (!/^[\w-]+$/.test(nodeId)) throw new Error(`A node id is of letters, digits, "-" and "_", not "${nodeId}".`);
  }

  issue(owner: string, kind: TokenKind): ConnectionIds {
    const connectionId = randomBytes(ID_BYTES).toString('base64url');
    const claims = [connectionId, Date.now().toString(36), kind, this.nodeId].join('.');
    const connectionToken = `${claims}.${this.#signature(claims, owner)}`;
    return { connectionId: kind === 'open' ? connectionToken : connectionId, connectionToken };
  }

  /** Reads a token. @returns `undefined` for a token that was not issued to this owner */
  read(token: string, owner: string): TokenClaims | undefined {
    const end = token.lastIndexOf('.');
    const claims = token.slice(0, Math.max(end, 0));
    const expected = Buffer.from(this.#signature(claims, owner));
    const given = Buffer.from(token.slice(end + 1));
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined;
    const [id, issued, kind, nodeId] = claims.split('.');
    const connectionId = kind === 'open' ? token : id;
    return { connectionId, nodeId, issuedAtMs: parseInt(issued, 36), kind: kind as TokenKind };
  }

  #signature(claims: string, owner: string): string {
    return this.signer.sign(`${claims}\n${owner}`);
  }
}

import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { Provider } from 'oidc-provider';

const CLIENT = 'studio';

/** A real OpenID Connect provider on this machine, whose people sign in by typing their name. */
export class OidcPeer {
  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  /** @param studio origin of the studio, to which people come back */
  static async start(port: number, studio: string): Promise<OidcPeer> {
    const url = `http://localhost:${port}`;
    const provider = new Provider(url, {
      clients: [
        {
          client_id: CLIENT,
          redirect_uris: [`${studio}/studio/signed-in`],
          token_endpoint_auth_method: 'none',
          grant_types: ['authorization_code'],
        },
      ],
      clientBasedCORS: () => true,
      findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
      features: {
        resourceIndicators: {
          enabled: true,
          defaultResource: () => 'urn:studio',
          useGrantedResource: () => true,
          getResourceServerInfo: () => ({
            scope: 'openid',
            audience: 'urn:studio',
            accessTokenFormat: 'jwt',
            accessTokenTTL: 3600,
          }),
        },
      },
    });
    const answer = provider.callback();
    const server = createServer((req, res) => void answer(req, res)).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return new OidcPeer(url, server);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

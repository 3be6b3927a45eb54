/** The part of oidc-provider that the tests use. The package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Context = {
    path: string
    status: number
    body: unknown
    req: IncomingMessage
    res: ServerResponse
    respond?: boolean
    get(header: string): string
    oidc: { client: { clientId: string }; session: { accountId: string } }
  }
  type Claims = Record<string, unknown> & { sub: string }
  type Grant = { addOIDCScope(scope: string): void; addOIDCClaims(claims: string[]): void; save(): Promise<string> }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
    Grant: new (of: {
      accountId: string
      clientId: string
    }) => Grant
    AccessToken: { find(token: string): Promise<{ accountId: string } | undefined> }
  }
  export default Provider
}

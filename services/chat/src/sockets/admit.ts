import { Handshake } from '@meadow/contracts'
import { DomainError, type Logger, type Verifier } from '@meadow/service'
import type { ChatSocket } from './chat-server.ts'

type Parts = { verifier: Verifier; log: Logger; refused: () => void }

/** Lets in who brings a good token in the handshake; anybody else gets `connect_error` with `data.code`. */
export const admit =
  ({ verifier, log, refused }: Parts) =>
  async (socket: ChatSocket, next: (error?: Error) => void): Promise<void> => {
    try {
      socket.data.claims = await verifier.verify(readToken(socket.handshake.auth))
      next()
    } catch (error) {
      if (!(error instanceof DomainError)) log.error({ err: error }, 'a socket could not be let in')
      const { message, code } = error instanceof DomainError ? error : new DomainError('unexpected')
      refused()
      next(Object.assign(new Error(message), { data: { code } }))
    }
  }

/** The token that a socket or a message brings, as it is. @throws token_missing, token_invalid */
function readToken(auth: unknown): string {
  const { data } = Handshake.safeParse(auth)
  if (data?.token) return data.token
  const says = typeof auth === 'object' && auth !== null && 'token' in auth && auth.token
  throw new DomainError(says ? 'token_invalid' : 'token_missing')
}

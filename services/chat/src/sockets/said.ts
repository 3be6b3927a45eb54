import { type Acknowledgement, type SocketSaid, sockets } from '@meadow/contracts'
import { DomainError, type Logger } from '@meadow/service'
import type { ChatSocket } from './chat-server.ts'

/** What is done about each message of a client. @throws DomainError, whose code is acknowledged */
export type Said = {
  [Name in keyof SocketSaid]: (socket: ChatSocket, payload: SocketSaid[Name]) => Promise<void> | void
}

type Parts = { log: Logger; refused: (why: 'unknown_message' | 'invalid_message') => void }

const messages = new Map(
  Object.values(sockets)
    .filter(({ to }) => to === 'server')
    .map((message) => [message.name as string, message]),
)

/**
 * Answers what a socket says: checked by its contract, then handled, then acknowledged if it asks for that. Names that
 * clients may not use reach nobody: every event ends here.
 */
export function answer(socket: ChatSocket, said: Said, { log, refused }: Parts): void {
  async function handle(name: string, payload: unknown): Promise<Acknowledgement> {
    const message = messages.get(name)
    const read = message?.payload.safeParse(payload)
    if (!message || !read?.success) {
      refused(message ? 'invalid_message' : 'unknown_message')
      return { ok: false, code: 'invalid_request' }
    }
    try {
      await said[name as keyof SocketSaid](socket, read.data as never)
      return { ok: true }
    } catch (error) {
      if (error instanceof DomainError) return { ok: false, code: error.code }
      log.error({ err: error, name }, 'a message of a socket could not be handled')
      return { ok: false, code: 'unexpected' }
    }
  }

  socket.use(async ([name, ...values]) => {
    const acknowledge: unknown = typeof values.at(-1) === 'function' ? values.pop() : undefined
    const answered = await handle(name, values[0])
    if (typeof acknowledge === 'function') acknowledge(answered)
  })
}

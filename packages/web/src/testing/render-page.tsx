import { type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { type Location, MemoryRouter } from 'react-router'
import { OutboxStarter } from '../outbox/outbox-starter.tsx'
import { createQueryClient, QueryClientProvider } from '../query/query-client.ts'
import { useSession } from '../session/session-context.ts'
import { SessionProvider } from '../session/session-provider.tsx'
import { storeSession } from '../session/stored-session.ts'
import { SocketContext } from '../socket/socket-channel.ts'
import { ToastProvider } from '../toasts/toasts.tsx'
import { createFakeSocketChannel, type FakeSocketChannel } from './fake-socket-channel.ts'
import { aMember } from './fixtures.ts'

type RenderPageOptions = {
  /** @default '/' */
  path?: string | Partial<Location>
  /** Stores a session, so that the page calls `GET /auth/me`. @default true */
  signedIn?: boolean
  /** Starts the outbox, as the shell does. The routes of the shell start it themselves. @default true */
  startsOutbox?: boolean
  /** The channel of pushes. @default a new fake */
  socketChannel?: FakeSocketChannel
}

/** Renders a front end inside the providers of the shell. */
export function renderPage(
  children: ReactNode,
  {
    path = '/',
    signedIn = true,
    startsOutbox = true,
    socketChannel = createFakeSocketChannel(),
  }: RenderPageOptions = {},
): RenderResult {
  if (signedIn) storeSession('a-token', aMember()._id)
  const cache = createQueryClient()
  cache.setDefaultOptions({ queries: { ...cache.getDefaultOptions().queries, retry: false, gcTime: Infinity } })
  return render(
    <QueryClientProvider client={cache}>
      <SessionProvider>
        <ToastProvider>
          <SocketContext value={socketChannel.channel}>
            {startsOutbox && <StartedOutbox />}
            <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
          </SocketContext>
        </ToastProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
}

function StartedOutbox() {
  const { user } = useSession()
  return user && <OutboxStarter key={user._id} />
}

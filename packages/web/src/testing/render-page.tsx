import { type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { createQueryClient, QueryClientProvider } from '../query/query-client.ts'
import { SessionProvider } from '../session/session-provider.tsx'
import { storeSession } from '../session/stored-session.ts'
import { SocketContext } from '../socket/socket-context.ts'
import { ToastProvider } from '../toasts/toasts.tsx'
import { createFakeSocketChannel, type FakeSocketChannel } from './fake-socket-channel.ts'
import { aMember } from './fixtures.ts'

type RenderPageOptions = {
  /** @default '/' */
  path?: string
  /** With a stored session, so that `GET /auth/me` is asked. @default true */
  signedIn?: boolean
  /** What is heard; nothing, unless it is given. */
  socketChannel?: FakeSocketChannel
}

/** Renders what a front end shows inside everything that the shell puts around it. */
export function renderPage(
  children: ReactNode,
  { path = '/', signedIn = true, socketChannel: live = createFakeSocketChannel() }: RenderPageOptions = {},
): RenderResult {
  if (signedIn) storeSession('a-token', aMember()._id)
  const cache = createQueryClient()
  cache.setDefaultOptions({ queries: { ...cache.getDefaultOptions().queries, retry: false, gcTime: Infinity } })
  return render(
    <QueryClientProvider client={cache}>
      <SessionProvider>
        <ToastProvider>
          <SocketContext value={live.channel}>
            <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
          </SocketContext>
        </ToastProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
}

import { type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { LiveContext } from '../live/live-context.ts'
import { createQueryClient, QueryClientProvider } from '../query/query.ts'
import { SessionProvider } from '../session/session-provider.tsx'
import { keepSession } from '../session/stored-session.ts'
import { ToastProvider } from '../toasts/toasts.tsx'
import { type FakeLive, fakeLive } from './fake-live.ts'
import { aMember } from './given.ts'

type Options = {
  /** @default '/' */
  path?: string
  /** With a stored session, so that `GET /auth/me` is asked. @default true */
  signedIn?: boolean
  /** What is heard; nothing, unless it is given. */
  live?: FakeLive
}

/** Renders what a front end shows inside everything that the shell puts around it. */
export function renderPage(
  children: ReactNode,
  { path = '/', signedIn = true, live = fakeLive() }: Options = {},
): RenderResult {
  if (signedIn) keepSession('a-token', aMember()._id)
  const cache = createQueryClient()
  cache.setDefaultOptions({ queries: { ...cache.getDefaultOptions().queries, retry: false, gcTime: Infinity } })
  return render(
    <QueryClientProvider client={cache}>
      <SessionProvider>
        <ToastProvider>
          <LiveContext value={live.source}>
            <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
          </LiveContext>
        </ToastProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
}

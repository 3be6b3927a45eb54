import { type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { createQueryClient, QueryClientProvider } from '../query/query.ts'
import { SessionProvider } from '../session/session-provider.tsx'
import { keepSession } from '../session/stored-session.ts'
import { ToastProvider } from '../toasts/toasts.tsx'
import { aMember } from './given.ts'

type Options = {
  /** @default '/' */
  path?: string
  /** With a stored session, so that `GET /auth/me` is asked. @default true */
  signedIn?: boolean
}

/** Renders what a front end shows inside everything that the shell puts around it. */
export function renderPage(children: ReactNode, { path = '/', signedIn = true }: Options = {}): RenderResult {
  if (signedIn) keepSession('a-token', aMember()._id)
  const cache = createQueryClient()
  cache.setDefaultOptions({ queries: { ...cache.getDefaultOptions().queries, retry: false, gcTime: Infinity } })
  return render(
    <QueryClientProvider client={cache}>
      <SessionProvider>
        <ToastProvider>
          <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
        </ToastProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
}

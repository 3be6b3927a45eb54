import { calls } from '@meadow/contracts'
import { type CallRoute, isLoopbackRequest, serve } from '@meadow/service'
import type { AuthDeps } from '../auth-deps.ts'

/** Creates the route that says how mail leaves. Only browsers of this machine hear of the mailbox page, which only they can open. */
export const createMailRoutes = ({ mailDelivery }: Pick<AuthDeps, 'mailDelivery'>): CallRoute[] => [
  serve(calls.mailDelivery, async ({ request }) => ({
    delivery: mailDelivery === 'mailbox' && !isLoopbackRequest(request) ? 'files' : mailDelivery,
  })),
]

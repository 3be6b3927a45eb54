import { calls } from '@meadow/contracts'
import { type CallRoute, serve } from '@meadow/service'
import type { AuthDeps } from '../auth-deps.ts'
import { findDemoAccounts } from './demo-accounts.ts'

export const createDemoAccountRoutes = (deps: AuthDeps): CallRoute[] => [
  serve(calls.listDemoAccounts, async ({ request }) => ({
    accounts: await findDemoAccounts(deps, request.ip ?? ''),
  })),
]

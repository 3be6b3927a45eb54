import { calls } from '@meadow/contracts'
import { type Served, serve } from '@meadow/service'
import type { Parts } from '../parts.ts'
import { findDemoAccounts } from './demo-accounts.ts'

export const demoCalls = (parts: Parts): Served[] => [
  serve(calls.listDemoAccounts, async ({ request }) => ({
    accounts: await findDemoAccounts(parts, request.ip ?? ''),
  })),
]

import { calls } from '@meadow/contracts'
import { type CallRoute, DomainError, serve } from '@meadow/service'
import type { AuthDeps } from '../auth-deps.ts'
import { toReceiptView } from './erasure.ts'

export const createReceiptRoutes = ({ erasures }: Pick<AuthDeps, 'erasures'>): CallRoute[] => [
  serve(calls.getReceipt, async ({ params }) => {
    const found = await erasures.findReceipt(params.id)
    if (!found) throw new DomainError('receipt_not_found')
    return { receipt: toReceiptView(found.erasure, found.parts) }
  }),
]

import type { OutboxEntry } from './outbox-entry.ts'
import type { OutboxPlan } from './outbox-kind.ts'

/** An entry before it is stored. */
export type NewOutboxEntry = Omit<OutboxEntry, 'order' | 'responses' | 'dependsOn' | 'attempts' | 'refusal'>

type NewOutboxEntryInput = Pick<OutboxEntry, 'id' | 'memberId' | 'kind' | 'data'> & {
  plan: OutboxPlan
  now: Date
}

/** Creates an entry from the plan of its kind. */
export const createNewOutboxEntry = ({ plan, now, ...fields }: NewOutboxEntryInput): NewOutboxEntry => ({
  ...fields,
  lane: plan.lane,
  requests: plan.requests,
  files: plan.files ?? [],
  description: plan.description ?? null,
  ...(plan.replaceKey !== undefined && { replaceKey: plan.replaceKey }),
  createdAt: now.toISOString(),
  queuedAtMs: now.getTime(),
})

import type { OutboxPlan } from '@meadow/web/outbox-engine'

/** The part of an `OutboxKind` that the service worker shares: it adds the same entries for actions of notifications. */
export type OutboxKindPlan<Data> = { name: string; toEntry: (data: Data, id: string) => OutboxPlan }

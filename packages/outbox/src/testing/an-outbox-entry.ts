import type { OutboxEntry } from '../store/outbox-entry.ts'

/** Builds an entry that waits, as the outbox stores it. */
export const anOutboxEntry = (fields: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id: 'e1',
  memberId: 'ann',
  kind: 'like',
  lane: 'post p1',
  order: 1,
  createdAt: '2026-05-01T12:00:00.000Z',
  queuedAtMs: 0,
  requests: [],
  responses: [],
  dependsOn: [],
  files: [],
  data: {},
  description: 'Like of a post',
  attempts: 0,
  refusal: null,
  ...fields,
})

import type { OutboxEntry, OutboxKind } from '@meadow/web'
import { ann } from './fixtures.ts'

let count = 0

/** Builds the entry of an action, as the outbox stores it. */
export function anOutboxEntry<Data>(
  kind: OutboxKind<Data, never>,
  data: Data,
  overrides: Partial<OutboxEntry<Data>> = {},
): OutboxEntry<Data> {
  const id = overrides.id ?? `01890000-0000-7000-a000-${String(++count).padStart(12, '0')}`
  const { lane, requests, files = [], description = null, ...rest } = kind.plan(data, id)
  return {
    id,
    memberId: ann._id,
    kind: kind.name,
    lane,
    order: count,
    createdAt: '2026-05-01T12:00:00.000Z',
    queuedAtMs: 0,
    requests,
    responses: [],
    dependsOn: [],
    files,
    data,
    description,
    attempts: 1,
    refusal: null,
    ...rest,
    ...overrides,
  }
}

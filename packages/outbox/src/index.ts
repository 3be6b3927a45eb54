// The outbox of a page. The first download has the kinds; `createPageOutbox` loads when it is needed.
export { describeOutboxRefusal, findOutboxKind, type OutboxKind, registerOutboxKind } from './page/outbox-kind.ts'
export { type AddedAction, createPageOutbox, type PageOutbox, type PageOutboxDeps } from './page/page-outbox.ts'
export type { OutboxSnapshot } from './page/page-outbox-state.ts'
export type { OutboxOutcome, ShownOutboxEntry } from './page/shown-outbox-entry.ts'
export { createFallbackOutboxStorage } from './store/fallback-outbox-storage.ts'
export type {
  OutboxEntry,
  OutboxFormField,
  OutboxReference,
  OutboxRefusal,
  OutboxRequest,
  OutboxValue,
} from './store/outbox-entry.ts'

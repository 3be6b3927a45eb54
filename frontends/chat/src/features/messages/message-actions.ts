import type { ShownMessage } from '../../data/outbox/waiting.ts'

/** What can be done with a message; who shows the list does it. */
export type MessageActions = {
  reply: (message: ShownMessage) => void
  react: (message: ShownMessage, emoji: string) => void
  edit: (message: ShownMessage) => void
  remove: (message: ShownMessage) => void
  retry: (message: ShownMessage) => void
  discard: (message: ShownMessage) => void
  /** Not within a thread. */
  openThread?: (message: ShownMessage) => void
  select?: (message: ShownMessage) => void
  /** Shows the message with this id. */
  show?: (messageId: string) => void
}

/** Which messages are selected, while one selects. */
export type Selection = { ids: ReadonlySet<string>; toggle: (message: ShownMessage) => void }

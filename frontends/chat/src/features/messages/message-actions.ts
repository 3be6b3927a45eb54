import type { ShownMessage } from '../../data/messages/shown-message.ts'

/** What can be done with a message; who shows the list does it. */
export type MessageActions = {
  reply: (message: ShownMessage) => void
  react: (message: ShownMessage, emoji: string) => void
  edit: (message: ShownMessage) => void
  deleteMessage: (message: ShownMessage) => void
  retry: (message: ShownMessage) => void
  discard: (message: ShownMessage) => void
  /** Not within a thread. */
  openThread?: (message: ShownMessage) => void
  select?: (message: ShownMessage) => void
  /** Shows the message with this id. */
  showMessage?: (messageId: string) => void
}

/** Which messages are selected, while one selects. */
export type MessageSelection = { ids: ReadonlySet<string>; toggle: (message: ShownMessage) => void }

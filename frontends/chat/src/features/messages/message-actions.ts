import type { ShownMessage } from '../../data/messages/shown-message.ts'

/** Actions on a message, which the page provides. */
export type MessageActions = {
  /** False where the server takes no replies and reactions now: they are not offered. */
  canRespond: boolean
  reply: (message: ShownMessage) => void
  react: (message: ShownMessage, emoji: string) => void
  /** Opens the message in the composer, with its own text or another one. */
  edit: (message: ShownMessage, text?: string) => void
  /** Removes the card of the link, or shows it again. */
  setLinkPreview: (message: ShownMessage, isShown: boolean) => void
  /** Stars the message, or removes the star. */
  setStar: (message: ShownMessage, isStarred: boolean) => void
  deleteMessage: (message: ShownMessage) => void
  retry: (message: ShownMessage) => void
  discard: (message: ShownMessage) => void
  /** Moves an unsent message back into the composer. */
  takeBack: (message: ShownMessage) => void
  /** Takes a held message back before it leaves the device. */
  undoSend: (message: ShownMessage) => void
  /** Missing within a thread. */
  openThread?: (message: ShownMessage) => void
  select?: (message: ShownMessage) => void
  /** Scrolls to the message with this id. */
  showMessage?: (messageId: string) => void
}

/** The selected messages, in selection mode. */
export type MessageSelection = { ids: ReadonlySet<string>; toggle: (message: ShownMessage) => void }

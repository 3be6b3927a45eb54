import type { ChangesPage, MessagePage, MessageWindow } from './message-window.ts'

/** Reads the messages of a conversation as its members see them. Without a conversation, pages are empty. */
export type MessageHistory = {
  /** @throws member_not_found, message_not_found for the message of the window */
  list(otherId: string, viewer: { _id: string }, window: MessageWindow): Promise<MessagePage>
  /** @throws member_not_found */
  listChanges(otherId: string, viewer: { _id: string }, sinceRev: number): Promise<ChangesPage>
}

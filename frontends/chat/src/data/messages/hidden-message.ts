import type { ConversationView, MessageView } from '@meadow/contracts/browser'
import { getServerTime } from '@meadow/web'
import { getClearedUpTo } from '../conversations/conversation-marks.ts'
import { hideMessage, type MessageWindow, toHiddenMessage } from './message-window.ts'

type HiddenState = Pick<MessageView, 'isHidden' | 'expiresAt'>

/** Returns true if a message is not shown: the member has deleted it for themselves, or it has disappeared by the clock of the server. */
export const isMessageHidden = ({ isHidden, expiresAt }: HiddenState, atMs = getServerTime()): boolean =>
  isHidden === true || (expiresAt !== undefined && Date.parse(expiresAt) <= atMs)

/** Returns the root of a thread, which is named also when it is not shown or was cleared: then without its content. */
export const withoutClearedContent = (root: MessageView, clearedUpTo: number): MessageView =>
  root.seq <= clearedUpTo || isMessageHidden(root) ? toHiddenMessage(root) : root

/** Returns the time in ms at which the next of some messages disappears; undefined if none does. */
export function findNextExpiry(messages: readonly HiddenState[]): number | undefined {
  const times = messages.flatMap(({ expiresAt, isHidden }) => (expiresAt && !isHidden ? [Date.parse(expiresAt)] : []))
  return times.length === 0 ? undefined : Math.min(...times)
}

/** Empties the messages of a window that have disappeared, with their quotes. Returns the same window if there are none. */
export const withoutExpired = <T extends MessageWindow>(messageWindow: T, atMs = getServerTime()): T =>
  messageWindow.messages
    .filter((message) => !message.isHidden && isMessageHidden(message, atMs))
    .reduce((known, { _id, createdAt }) => hideMessage(known, _id, createdAt), messageWindow)

/** Returns true if the last message of a conversation is not shown, and does not come back: then its text is not kept. */
export const isLastMessageGone = ({ lastMessage }: Pick<ConversationView, 'lastMessage'>): boolean =>
  lastMessage !== null && isMessageHidden(lastMessage)

/** Returns true if the last message of a conversation is not shown. What is being cleared may come back. */
export const isLastMessageHidden = ({ lastMessage, marks }: Pick<ConversationView, 'lastMessage' | 'marks'>): boolean =>
  lastMessage !== null && (isMessageHidden(lastMessage) || lastMessage.seq <= getClearedUpTo({ marks }))

import type { MessageView } from '@meadow/contracts/browser'
import type { ApiResponse } from '@meadow/web'
import {
  applyMessage,
  countReply,
  type MessageWindow,
  replaceMessage,
  toMessageWindow,
} from '../messages/message-window.ts'

/** The cached part of a thread: its root and a window of its replies. */
export type ThreadWindow = MessageWindow & { root: MessageView }

/** Creates a window from a page of a thread. */
export const toThreadWindow = (userId: string, response: ApiResponse<'GET /messages/thread/:id'>): ThreadWindow => ({
  ...toMessageWindow(userId, response),
  root: response.root,
})

/** Applies a change of the conversation to a thread: to its replies and to its root. */
export function changeThreadWindow(
  thread: ThreadWindow,
  change: (messageWindow: MessageWindow) => MessageWindow,
): ThreadWindow {
  const { root, ...replies } = thread
  const [changedRoot = root] = change({ ...replies, messages: [root] }).messages
  return { ...change(replies), root: changedRoot }
}

/** Applies a new message to a thread, and counts it in the root. */
export function applySentThreadMessage(thread: ThreadWindow, message: MessageView): ThreadWindow {
  const added = applyThreadMessage(thread, message)
  return { ...added, root: countReply(added.root, message) }
}

/** Replaces a message of the conversation in a thread. Adds it if it is a new reply of this thread. */
export function applyThreadMessage(thread: ThreadWindow, message: MessageView): ThreadWindow {
  const changed = changeThreadWindow(thread, (messageWindow) => replaceMessage(messageWindow, message))
  const { root, messages } = changed
  const isKnown = messages.some(({ _id }) => _id === message._id)
  if (isKnown || message.threadId !== root._id) return changed
  return applyMessage(changed, message)
}

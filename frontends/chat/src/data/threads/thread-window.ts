import type { MessageView } from '@meadow/contracts'
import type { ApiResponse } from '@meadow/web'
import type { MessageWindow } from '../messages/message-window.ts'
import { applyMessage, countReply, replaceMessage, toMessageWindow } from '../messages/message-window.ts'

/** What was written under a message. */
export type ThreadWindow = MessageWindow & { root: MessageView }

/** What a page of a thread tells. */
export const toThreadWindow = (userId: string, answer: ApiResponse<'GET /messages/thread/:id'>): ThreadWindow => ({
  ...toMessageWindow(userId, answer),
  root: answer.root,
})

/** A thread after a change of its conversation: its root may have changed, too. */
export function changeThreadWindow(thread: ThreadWindow, change: (talk: MessageWindow) => MessageWindow): ThreadWindow {
  const { root, ...talk } = thread
  const [changedRoot = root] = change({ ...talk, messages: [root] }).messages
  return { ...change(talk), root: changedRoot }
}

/** A thread after a message that was just sent. */
export function applySentThreadMessage(thread: ThreadWindow, message: MessageView): ThreadWindow {
  const grown = applyThreadMessage(thread, message)
  return { ...grown, root: countReply(grown.root, message) }
}

/** A thread after a message of its conversation is as it is now. */
export function applyThreadMessage(thread: ThreadWindow, message: MessageView): ThreadWindow {
  const changed = changeThreadWindow(thread, (talk) => replaceMessage(talk, message))
  const { root, messages } = changed
  const isKnown = messages.some(({ _id }) => _id === message._id)
  if (isKnown || message.threadId !== root._id) return changed
  return applyMessage(changed, message)
}

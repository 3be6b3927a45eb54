import type { MessageView } from '@meadow/contracts'
import type { AnswerOf } from '@meadow/web'
import type { Talk, Thread } from './keys.ts'
import { toTalk, withKnownMessage, withMessage, withReply } from './talk.ts'

/** What a page of a thread tells. */
export const toThread = (userId: string, answer: AnswerOf<'GET /messages/thread/:id'>): Thread => ({
  ...toTalk(userId, answer),
  root: answer.root,
})

/** A thread after a change of its conversation: its root may have changed, too. */
export function withTalkChange(thread: Thread, change: (talk: Talk) => Talk): Thread {
  const { root, ...talk } = thread
  const [changedRoot = root] = change({ ...talk, messages: [root] }).messages
  return { ...change(talk), root: changedRoot }
}

/** A thread after a message that was just sent. */
export function withThreadReply(thread: Thread, message: MessageView): Thread {
  const grown = withThreadMessage(thread, message)
  return { ...grown, root: withReply(grown.root, message) }
}

/** A thread after a message of its conversation is as it is now. */
export function withThreadMessage(thread: Thread, message: MessageView): Thread {
  const changed = withTalkChange(thread, (talk) => withKnownMessage(talk, message))
  const { root, messages } = changed
  const isKnown = messages.some(({ _id }) => _id === message._id)
  if (isKnown || message.threadId !== root._id) return changed
  return withMessage(changed, message)
}

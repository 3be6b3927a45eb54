import type { MessageView } from '@meadow/contracts'
import type { AnswerOf } from '@meadow/web'
import type { Talk, Thread } from './keys.ts'
import { toTalk, withMessage } from './talk.ts'

/** What a page of a thread tells. */
export const toThread = (userId: string, answer: AnswerOf<'GET /messages/thread/:id'>): Thread => ({
  ...toTalk(userId, answer),
  root: answer.root,
})

/** A thread after a change of its conversation: its root may have changed, too. */
export function withTalkChange(thread: Thread, change: (talk: Talk) => Talk): Thread {
  const { root, ...talk } = thread
  const [changedRoot = root] = change({ ...talk, messages: [root], hasNewer: true }).messages
  return { ...change(talk), root: changedRoot }
}

/** A thread after a message of its conversation is as it is now. */
export function withThreadMessage(thread: Thread, message: MessageView): Thread {
  const { root, messages } = thread
  const isKnown = message._id === root._id || messages.some(({ _id }) => _id === message._id)
  if (isKnown) return withTalkChange(thread, (talk) => withMessage(talk, message))
  if (message.threadId !== root._id || message.seq < (messages.at(-1)?.seq ?? 0)) return thread
  const grown = withMessage({ ...thread, hasNewer: false }, message)
  if (root.rev >= message.rev) return grown
  return { ...grown, root: { ...root, threadCount: root.threadCount + 1, rev: message.rev } }
}

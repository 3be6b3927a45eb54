import { DomainError } from '@meadow/service'
import type { NewMessage } from '../message-repository.ts'

/**
 * Returns true if the message repeats `earlier`, the stored message of the same sender and `clientMessageId`.
 * @throws key_reused if the two differ
 */
export function isRepeat(
  message: Pick<NewMessage, 'fingerprint'>,
  earlier: { fingerprint: string } | undefined,
): boolean {
  if (earlier && earlier.fingerprint !== message.fingerprint) throw new DomainError('key_reused')
  return earlier !== undefined
}

/** Returns the ids of the messages that a new message refers to. */
export const listReferencedIds = ({ replyTo, threadId }: Pick<NewMessage, 'replyTo' | 'threadId'>): string[] =>
  [replyTo, threadId].filter((id) => id !== undefined)

/** A referenced message: it exists in the conversation and is not deleted. */
type ReferencedMessage = { _id: string; threadId: string | null }

/**
 * Returns the thread of a new message. A thread has one level: a reply to a message of a thread belongs to the same thread,
 * and so does a message that names one as its root.
 * @throws message_not_found if a referenced message is not in `referenced`
 */
export function resolveThread(
  message: Pick<NewMessage, 'replyTo' | 'threadId'>,
  referenced: readonly ReferencedMessage[],
): string | undefined {
  const threads = new Map(referenced.map(({ _id, threadId }) => [_id, threadId ?? undefined]))
  if (!listReferencedIds(message).every((id) => threads.has(id))) throw new DomainError('message_not_found')
  const { replyTo, threadId } = message
  if (threadId) return threads.get(threadId) ?? threadId
  return replyTo && threads.get(replyTo)
}

import type { Message } from '../messages/message.ts'

/** A page of a thread by `seq`; `rev` is that of the conversation. */
type ThreadPage = { root: Message; messages: Message[]; hasMore: boolean; rev: number }

/** A thread in a list; `lastSeq` is the `seq` of its last message. */
type ThreadSummary = { root: Message; lastSeq: number; unreadCount: number }

/**
 * Threads: the messages below a root message. Any message of a thread identifies it. Each member has a read mark per thread;
 * sending a message to a thread moves the sender's mark. A message that was read in the conversation is read in its thread.
 */
export type ThreadRepository = {
  /** Returns the newest messages, before a message or a time in epoch milliseconds if given. @throws message_not_found */
  readPage(
    id: string,
    viewer: { _id: string },
    window: { limit: number; before: string | number | undefined },
  ): Promise<ThreadPage>
  /** Marks the messages of a thread as read: up to the reply with this id, or all by that of the root. @throws message_not_found */
  markRead(id: string, viewer: { _id: string }): Promise<void>
  /** Returns the threads of a conversation by their last message, newest first, one more than the limit. @throws member_not_found */
  list(
    otherId: string,
    viewer: { _id: string },
    window: { limit: number; beforeSeq: number | undefined },
  ): Promise<ThreadSummary[]>
}

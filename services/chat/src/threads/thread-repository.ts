import type { Message } from '../messages/message.ts'

/** A part of a thread by `seq`; `rev` is that of the conversation. */
type ThreadPage = { root: Message; messages: Message[]; hasMore: boolean; rev: number }

/** A thread in a list: `lastSeq` is the place of what was written in it last. */
type Thread = { root: Message; lastSeq: number; unreadCount: number }

/**
 * What was written under messages. Any message of a thread names it. Whoever writes in a thread has read it; otherwise
 * each member has a marker of their own in it.
 */
export type ThreadRepository = {
  /** The newest part before a message or a moment in ms. @throws message_not_found */
  page(
    id: string,
    viewer: { _id: string },
    window: { limit: number; before: string | number | undefined },
  ): Promise<ThreadPage>
  /** All that is in it now is read. @throws message_not_found */
  read(id: string, viewer: { _id: string }): Promise<void>
  /** The threads with a member whose last message is before that place, one more than the limit. @throws member_not_found */
  list(
    otherId: string,
    viewer: { _id: string },
    window: { limit: number; beforeSeq: number | undefined },
  ): Promise<Thread[]>
}

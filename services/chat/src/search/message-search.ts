import type { Message } from '../messages/message.ts'

/** What is looked for: words, or none, in what was written from `start` to `end`, in ms. */
export type Sought = {
  text: string
  start: number | undefined
  end: number | undefined
  before: string | number | undefined
  limit: number
}

/** What is found: the newest part by `seq`, whether there is more before it, and the `rev` of the conversation. */
type Found = { messages: Message[]; hasMore: boolean; rev: number }

export type MessageSearch = {
  /**
   * The messages with a member that hold the text as it stands, in whatever case; what is deleted holds nothing.
   * @throws member_not_found, message_not_found for where it starts
   */
  search(otherId: string, viewer: { _id: string }, sought: Sought): Promise<Found>
}

/** The stored conversations. */
export type StoredChat = {
  /** Lists the ids of all messages. */
  listMessageIds(): Promise<string[]>
  /** Counts the unread messages of a member, as the sum of their conversations. */
  countUnread(member: string): Promise<number>
  /** Returns the members with a wrong unread count. */
  findWrongUnreadCounts(): Promise<string[]>
  /** Returns the conversations whose `seq` or `rev` contradicts their messages. */
  findWrongSequences(): Promise<string[]>
}

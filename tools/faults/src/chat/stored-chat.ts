/** What members have with each other, as it is stored. */
export type KeptTalks = {
  /** The ids of all messages. */
  messages(): Promise<string[]>
  /** How much is unread for a member, by their conversations. */
  unreadOf(member: string): Promise<number>
  /** Whose unread messages are counted wrongly. */
  miscounted(): Promise<string[]>
  /** Conversations whose counts are not those of their messages. */
  misplaced(): Promise<string[]>
}

/** Returns the name of what is written to a member, in the conversation or in one of its threads. */
export const toDraftName = (userId: string, threadId?: string): string =>
  threadId === undefined ? `draft:${userId}` : `draft:${userId}:${threadId}`

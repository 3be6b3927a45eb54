/** Where `memberStorage` says, while it does, that messages of a member may wait to be sent: the chat has them. */
export const outboxStorageKey = (memberId: string): string => `outbox:${memberId}`

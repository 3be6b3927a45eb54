/** Returns the `memberStorage` key that exists while a member's chat outbox may hold unsent messages. */
export const outboxStorageKey = (memberId: string): string => `outbox:${memberId}`

/** A push that could not be delivered for this long after its cause is dropped, here and by the push service. */
const PUSH_LIFETIME_MS = 86_400_000

/** Returns the time at which a push is dropped whose cause happened at `at`. */
export const toPushExpiry = (at: Date): Date => new Date(at.getTime() + PUSH_LIFETIME_MS)

/** The largest place that a conversation can have. */
export const BEYOND = 2 ** 31 - 1

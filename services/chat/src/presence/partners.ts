/** Who talks with more than so many, is seen to come and go by the newest of them. */
export const PARTNERS_MAX = 100

/** With whom members talk. */
export type Partners = {
  /** Of each of `members` those with whom something was written since, the newest first, and who may see them. */
  of(members: readonly string[], since: Date): Promise<Map<string, string[]>>
}

/** How those who are connected stand to those of whom they are about to hear. */
export type Relations = {
  /** Those of `members` who follow somebody, without those across a block. */
  followers(of: string, members: readonly string[]): Promise<string[]>
  /** Of each of `members` those of `others` across a block, whoever of the two has set it. Who has none is left out. */
  blocked(members: readonly string[], others: readonly string[]): Promise<Map<string, Set<string>>>
}

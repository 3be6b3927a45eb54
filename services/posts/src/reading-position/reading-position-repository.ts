/** Stores how far each member has seen the feed of followed members: the time of the newest post or share that was on a screen. */
export type ReadingPositionRepository = {
  /** Returns the position of a member; undefined if there is none. */
  find(memberId: string): Promise<Date | undefined>
  /** Stores a position, unless a newer one is stored. Returns the one that is stored then. */
  advance(memberId: string, seenUntil: Date): Promise<Date>
}

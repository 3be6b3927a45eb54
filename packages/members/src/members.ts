import type { Actor } from '@meadow/contracts'

type MemberState = 'active' | 'deactivated' | 'erased'

/** A member as a service knows them from events. An erased one is a tombstone: an id, and nothing of the person. */
export type Member = {
  _id: string
  username: string
  fullName: string
  avatar: string
  isVerified: boolean
  state: MemberState
  /** When they registered; undefined until auth's event has come. */
  createdAt: Date | undefined
  /** The version of what auth tells; 0: not heard from yet. */
  accountVersion: number
  /** The version of what social tells; 0: not heard from yet. */
  profileVersion: number
}

/** What auth tells: `username`, `fullName` and `createdAt` with the registration. */
export type AccountChange = {
  _id: string
  accountVersion: number
  state: MemberState
  username?: string
  fullName?: string
  createdAt?: Date
}

/** What social tells. */
export type ProfileChange = Pick<Member, '_id' | 'username' | 'fullName' | 'avatar' | 'isVerified' | 'profileVersion'>

/** One member's relation to another, as of `at`. */
export type EdgeChange = { from: string; to: string; version: number; active: boolean; at: Date }

/**
 * The read model that services keep from events: who a member is, who follows and who blocks whom. Events may come late,
 * twice or in another order than they happened: versions decide, and the end is the same.
 */
export type Members = {
  find(ids: readonly string[]): Promise<Map<string, Member>>
  findByUsername(username: string): Promise<Member | undefined>
  /**
   * Takes somebody from a token or an event into account: makes a row for who is unknown, renews the profile of who is
   * known by an older one. Never touches a tombstone.
   */
  noteActor(actor: Actor): Promise<void>
  /** Several of them, in this order. */
  noteActors(actors: readonly Actor[]): Promise<void>
  applyAccount(change: AccountChange): Promise<void>
  applyProfile(change: ProfileChange): Promise<void>
  setFollow(change: EdgeChange): Promise<void>
  setBlock(change: EdgeChange): Promise<void>
  /** The owners are asked to tell all again: from here on, what is heard counts as told in this round. */
  beginRound(id: string): Promise<void>
  /**
   * An owner has told all it has: removes what it has not told since the round began. Accounts are auth's, edges are
   * social's; tombstones stay. Nothing happens when the beginning was not heard.
   */
  endRound(id: string, owner: 'auth' | 'social'): Promise<void>
  /** Whom a member follows, newest first. */
  following(id: string, limit: number): Promise<string[]>
  followingCount(id: string): Promise<number>
  /** Those of `ids` whom the viewer follows; a guest follows nobody. */
  whichFollowed(viewer: string | undefined, ids: readonly string[]): Promise<Set<string>>
}

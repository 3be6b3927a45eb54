import type { Actor, PrivacyException } from '@meadow/contracts'
import type { MutedWord } from '@meadow/contracts/muted-text'
import type { MadePrivacyException, StoredContactPrivacy } from './contact-privacy.ts'

type MemberState = 'active' | 'deactivated' | 'erased'

/** A member as a service knows them from events. An erased member is a tombstone: only the id remains. */
export type Member = {
  _id: string
  username: string
  fullName: string
  avatar: string
  isVerified: boolean
  state: MemberState
  /** Only followers see posts, comments, lists and details. */
  isPrivate: boolean
  /** The choices of the member of who may contact them: see `toContactPrivacy`. */
  contactPrivacy: StoredContactPrivacy
  /** Time of the registration; undefined until an event of auth has arrived. */
  createdAt: Date | undefined
  /** The member has proved the e-mail address, which never changes back; undefined until an event of auth has said it. */
  isEmailVerified: boolean | undefined
  /** Version of auth's side of the row; 0 until an event of auth has arrived. */
  accountVersion: number
  /** Version of social's side of the row; 0 until an event of social has arrived. */
  profileVersion: number
  /** Version of the privacy settings; 0 until an event of social has arrived. */
  privacyVersion: number
}

/** A change published by auth. `username`, `fullName`, `createdAt` and `isEmailVerified` come with the registration. */
export type AccountChange = {
  _id: string
  accountVersion: number
  state: MemberState
  username?: string
  fullName?: string
  createdAt?: Date
  isEmailVerified?: boolean | undefined
}

/** A change published by social. */
export type ProfileChange = Pick<Member, '_id' | 'username' | 'fullName' | 'avatar' | 'isVerified' | 'profileVersion'>

/** A change of the privacy settings, published by social. */
export type PrivacyChange = Pick<Member, '_id' | 'isPrivate' | 'contactPrivacy' | 'privacyVersion'>

/** A follow, block or mute from one member to another as of `at`; `active: false` removes it. */
export type EdgeChange = { from: string; to: string; version: number; active: boolean; at: Date }

/** A mute. It ends at `until`, or (null) only when it is removed; a removed one has the time of its removal. */
export type MuteChange = EdgeChange & { until: Date | null }

/** All words that a member mutes. */
export type MutedWordList = { memberId: string; version: number; words: readonly MutedWord[] }

/** A privacy exception that `from` makes for `to`. One without a choice is not active. */
export type PrivacyExceptionChange = EdgeChange & { exception: PrivacyException }

/** The relations of one member to another: the names of their tables and collections. */
export type EdgeKind = 'follows' | 'blocks' | 'mutes' | 'privacy_exceptions'

/** A username that a member had. It leads to the member until `keptUntil`. */
export type FormerUsername = { username: string; memberId: string; keptUntil: Date }

/** The times before which removed follows, blocks, mutes and privacy exceptions, erased members' ids, and rounds may be deleted; undefined: never. */
export type MemberRetention = {
  removedEdgesBefore: Date
  erasedBefore: Date | undefined
  roundsBefore: Date
  usernamesKeptBefore: Date
}

/**
 * The read model of members, follows, blocks, mutes and privacy exceptions that a service builds from events. Events may arrive late, twice or out
 * of order. Versions decide which event wins, so that every order has the same result.
 */
export type MemberReadModel = {
  find(ids: readonly string[]): Promise<Map<string, Member>>
  findByUsername(username: string): Promise<Member | undefined>
  /**
   * Inserts the actor of a token or an event if the member is unknown, or updates an older profile. Never changes a
   * tombstone.
   */
  upsertActor(actor: Actor): Promise<void>
  /** Upserts several actors in this order. */
  upsertActors(actors: readonly Actor[]): Promise<void>
  applyAccount(change: AccountChange): Promise<void>
  /** Stores that a member has proved the e-mail address. */
  applyVerifiedEmail(id: string): Promise<void>
  applyProfile(change: ProfileChange): Promise<void>
  applyPrivacy(change: PrivacyChange): Promise<void>
  setFollow(change: EdgeChange): Promise<void>
  setBlock(change: EdgeChange): Promise<void>
  setMute(change: MuteChange): Promise<void>
  setPrivacyException(change: PrivacyExceptionChange): Promise<void>
  /** Stores the words that a member mutes if the list is newer. A tombstone gets none. */
  applyMutedWords(list: MutedWordList): Promise<void>
  /** Returns the words that a member has muted, also those that have ended. The version is 0 before the first change. */
  findMutedWords(memberId: string): Promise<MutedWordList>
  /** Keeps a username that a member had, for those who look for it: see `findVisibleMemberByUsername`, `memberByUsernameSql`. */
  keepFormerUsername(former: FormerUsername): Promise<void>
  /** Returns the exceptions that members of `ids` make for each other, in both directions. */
  findPrivacyExceptions(ids: readonly string[]): Promise<readonly MadePrivacyException[]>
  /** Begins a snapshot round: auth and social republish their state, and every row written from now on belongs to it. */
  beginSnapshotRound(id: string): Promise<void>
  /**
   * Ends a snapshot round for one owner: the rows of that owner that were not written since the round began are stale. Deletes
   * a batch of them; `deleteExpired` deletes the others. Auth owns members, social owns edges. Tombstones remain. Does
   * nothing if the round is unknown.
   */
  endSnapshotRound(id: string, owner: 'auth' | 'social'): Promise<void>
  /** Deletes a batch of stale rows, and of what has expired. Returns true if there may be more. */
  deleteExpired(retention: MemberRetention): Promise<boolean>
  /** Returns the ids of the members whom `id` follows, newest first. */
  listFollowing(id: string, limit: number): Promise<string[]>
  countFollowing(id: string): Promise<number>
  /** Returns the members of `ids` whom the viewer follows. A guest (undefined) follows nobody. */
  findFollowed(viewer: string | undefined, ids: readonly string[]): Promise<Set<string>>
}

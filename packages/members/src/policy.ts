import type { Claims } from '@meadow/service'
import type { Member, MuteChange } from './member-read-model.ts'

/** The member who reads; undefined for a guest. `isModerator`: a moderator or admin. @default false */
export type Viewer = { _id: string; isModerator?: boolean } | undefined

/** Returns the viewer of a call, from the claims of its token. */
export const callerToViewer = (caller: Pick<Claims, 'sub' | 'role'> | undefined): Viewer =>
  caller && { _id: caller.sub, ...(caller.role !== 'member' && { isModerator: true }) }

/**
 * Decides whether a viewer can see a member and the member's content. Deactivated and erased members are hidden, and a
 * block hides both members from each other. `blocked`: a block exists between the two, in either direction; false for guests.
 */
export const canView = (
  viewer: Viewer,
  author: Pick<Member, '_id' | 'state'>,
  { blocked }: { blocked: boolean },
): boolean => author.state === 'active' && !(viewer && blocked)

/**
 * Decides whether a viewer can see the content of a member: posts, comments, lists and details. The content of a private member is
 * for the member and followers; a comment under a post also for the author of the post. `isFollowing`: the viewer follows the author;
 * `isHost`: the content is a comment under a post of the viewer.
 */
export const canViewContent = (
  viewer: Viewer,
  author: Pick<Member, '_id' | 'state' | 'isPrivate'>,
  { blocked, isFollowing, isHost = false }: { blocked: boolean; isFollowing: boolean; isHost?: boolean },
): boolean =>
  canView(viewer, author, { blocked }) && (!author.isPrivate || viewer?._id === author._id || isFollowing || isHost)

/**
 * Returns the condition that the content of a row `member` of the table `members` is not private for the viewer. `host` is the column
 * with the author of the post under which a comment stands.
 */
const isContentOpenSql = (viewer: string, member: string, host?: string): string => `(not ${member}.is_private
  or ${member}.id = ${viewer}::uuid${host ? ` or ${host} = ${viewer}::uuid` : ''}
  or exists (select 1 from follows own where own.from_id = ${viewer}::uuid and own.to_id = ${member}.id and own.active))`

const createVisibleSql =
  (isTargetVisibleSql: (viewer: string, host?: string) => string) =>
  (viewerParam: string, memberColumn: string, hostColumn?: string): string =>
    `(
  exists (select 1 from members target where target.id = ${memberColumn} and ${isTargetVisibleSql(viewerParam, hostColumn)})
  and not exists (select 1 from blocks own
    where own.from_id = ${viewerParam}::uuid and own.to_id = ${memberColumn} and own.active)
  and not exists (select 1 from blocks reverse
    where reverse.from_id = ${memberColumn} and reverse.to_id = ${viewerParam}::uuid and reverse.active))`

/**
 * Returns the policy of `canView` as an SQL condition over the tables `members` and `blocks`. `viewerParam` is a parameter such
 * as `$1` that holds the viewer's id or null; `memberColumn` is the column with the id of the member to be seen.
 */
export const visibleMemberSql = createVisibleSql(() => "target.state = 'active'")

/**
 * Returns the policy of `canViewContent` as an SQL condition over `members`, `blocks` and `follows`. For comments, a third argument is
 * the column with the author of their post.
 */
export const visibleContentSql = createVisibleSql(
  (viewer, host) => `target.state = 'active' and ${isContentOpenSql(viewer, 'target', host)}`,
)

const createLookupSql =
  (isTargetVisibleSql: (viewer: string) => string) =>
  (viewerColumn: string, memberColumn: string): string =>
    `(
  exists (select 1 from members target where target.id = ${memberColumn} and ${isTargetVisibleSql(viewerColumn)} offset 0)
  and not ${isActiveBlockSql(viewerColumn, memberColumn)}
  and not ${isActiveBlockSql(memberColumn, viewerColumn)})`

/**
 * Returns the policy as a condition that looks up primary keys for each row. The planner cannot turn it into a join or a hash
 * over the whole tables, nor read all active blocks of one of the two, which it may prefer while it knows little about them.
 * For a few rows with different viewers.
 */
export const visibleMemberLookupSql = createLookupSql(() => "target.state = 'active'")

/** Returns the policy of `canViewContent` as a condition that looks up primary keys for each row. */
export const visibleContentLookupSql = createLookupSql(
  (viewer) => `target.state = 'active' and (not target.is_private or target.id = ${viewer}::uuid
    or coalesce((select active from follows where from_id = ${viewer}::uuid and to_id = target.id), false))`,
)

/** Returns the condition that one member blocks another, as a look-up of the primary key. */
export const isActiveBlockSql = (from: string, to: string): string =>
  `coalesce((select active from blocks where from_id = ${from}::uuid and to_id = ${to}::uuid), false)`

/**
 * Returns the condition that a row of `members` has a username, or had it and still is to be found by it. `usernameParam` is a
 * parameter such as `$2` with the username in lower case. At most one member has it, and another one may have had it.
 */
export const memberByUsernameSql = (member: string, usernameParam: string): string => `(
  ${member}.username = ${usernameParam} or ${member}.id = (
    select former.member_id from member_former_usernames former
    where former.username = ${usernameParam} and former.kept_until > now()))`

/**
 * Returns a CTE, `blocked_members`, with the array `ids` of the members who are hidden from the viewer by a block, in either
 * direction. For statements that check many members for one viewer: see `contentUnlessBlockedSql`.
 */
export const blockedMembersCte = (viewerParam: string): string => `blocked_members as materialized (
  select array(
    select to_id from blocks where from_id = ${viewerParam}::uuid and active
    union all select from_id from blocks where to_id = ${viewerParam}::uuid and active
  ) as ids)`

/**
 * Returns the policy of `canViewContent` for the viewer and a row `member` of `members`, in a statement with `blockedMembersCte`. For
 * comments, `hostColumn` is the column with the author of their post.
 */
export const contentUnlessBlockedSql = (viewerParam: string, member: string, hostColumn?: string): string =>
  `(${member}.state = 'active' and ${member}.id <> all ((select ids from blocked_members)::uuid[])
    and ${isContentOpenSql(viewerParam, member, hostColumn)})`

/**
 * Decides whether a mute has an effect at the time `now`. A mute hides a member from the feeds, comments, suggestions and
 * notifications of the member who mutes, who still finds their profile and posts; the muted member notices nothing.
 */
export const isMuteInEffect = ({ active, until }: Pick<MuteChange, 'active' | 'until'>, now: Date): boolean =>
  active && (until === null || until > now)

/** Returns the same rule as an SQL condition on a row of `mutes`, at the time of the database. */
export const muteInEffectSql = (alias: string): string =>
  `(${alias}.active and (${alias}.until is null or ${alias}.until > now()))`

/** Returns the SQL condition that a viewer mutes a member, as a look-up of one row. For a few rows with different viewers. */
export const isMutedSql = (viewerColumn: string, memberColumn: string): string => `coalesce((
  select ${muteInEffectSql('own_mute')} from mutes own_mute
  where own_mute.from_id = ${viewerColumn}::uuid and own_mute.to_id = ${memberColumn}), false)`

/** Returns a CTE, `muted_members`, with the array `ids` of the members whom the viewer mutes: see `notMutedSql`. */
export const mutedMembersCte = (viewerParam: string): string => `muted_members as materialized (
  select array(select to_id from mutes own where from_id = ${viewerParam}::uuid and ${muteInEffectSql('own')}) as ids)`

/** Returns the condition that the viewer does not mute the member with this id, in a statement with `mutedMembersCte`. */
export const notMutedSql = (memberColumn: string): string =>
  `${memberColumn} <> all ((select ids from muted_members)::uuid[])`

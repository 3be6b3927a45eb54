export { claimsActor, toActor } from './actor.ts'
export { memberHandlers } from './handlers.ts'
export type { AccountChange, EdgeChange, Member, Members, ProfileChange } from './members.ts'
export { memberMigrations } from './migrations.ts'
export { edgeId, edgesOf, memberCollections } from './mongo-collections.ts'
export { mongoMembers } from './mongo-members.ts'
export { seenMembers, visibleMemberNamed, visibleMembers } from './mongo-seen-members.ts'
export { maySee, type Viewer, visible } from './policy.ts'
export { postgresMembers } from './postgres-members.ts'
export { SEEN_MEMBER, type SeenMemberRow, toSeenMember } from './postgres-seen-member.ts'
export {
  isHeld,
  LEASES_KEY,
  type Leases,
  lastSeen,
  type PresenceRow,
  presenceKey,
  readLeases,
  readPresenceRow,
  toPresence,
} from './presence/presence-format.ts'
export { createPresences, type Presences } from './presence/presences.ts'
export { tellAgain } from './tell-again.ts'
export { BEFORE_ALL, type Telling, told, toldPages } from './telling.ts'
export { toMemberView } from './view.ts'

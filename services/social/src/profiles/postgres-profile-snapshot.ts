import { type ContactChoices, type DomainEvent, events } from '@meadow/contracts'
import { type MemberSnapshotStore, type MembersTable, NIL_UUID, readSnapshotPages } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import type { ProfilesTable } from '../schema.ts'

type ProfileSnapshotRow = Pick<
  MembersTable,
  'id' | 'username' | 'full_name' | 'avatar' | 'is_verified' | 'profile_version'
> &
  Pick<ProfilesTable, 'cover'>

const READ_PROFILES = `
  select id, username, full_name, avatar, is_verified, profile_version, cover
  from members join profiles on member_id = id
  where profile_version > 0 and state <> 'erased' and id > $1 order by id limit $2`

/** Reads the snapshot of all profiles that were ever changed. The account snapshot of auth covers all other members. */
export const readProfileSnapshotPages = (
  tx: Queryable,
  createEvent: MemberSnapshotStore['createEvent'],
): AsyncGenerator<DomainEvent[]> =>
  readSnapshotPages(tx, {
    text: READ_PROFILES,
    toCursor: (last?: ProfileSnapshotRow) => [last?.id ?? NIL_UUID],
    toEvent: (row) =>
      createEvent(events.memberProfileSnapshot, row.id, {
        username: row.username,
        fullName: row.full_name,
        avatar: row.avatar,
        isVerified: row.is_verified,
        profileVersion: row.profile_version,
        cover: row.cover,
      }),
  })

type PrivacySnapshotRow = Pick<
  MembersTable,
  'id' | 'username' | 'full_name' | 'avatar' | 'profile_version' | 'is_private' | 'privacy_version'
> & { contact_privacy: ContactChoices }

/** Reads the snapshot of all privacy settings that were ever changed, as far as other services enforce them. */
export const readPrivacySnapshotPages = (
  tx: Queryable,
  createEvent: MemberSnapshotStore['createEvent'],
): AsyncGenerator<DomainEvent[]> =>
  readSnapshotPages(tx, {
    text: `select id, username, full_name, avatar, profile_version, is_private, contact_privacy,
             privacy_version from members
           where privacy_version > 0 and state <> 'erased' and id > $1 order by id limit $2`,
    toCursor: (last?: PrivacySnapshotRow) => [last?.id ?? NIL_UUID],
    toEvent: ({ id, username, full_name: fullName, avatar, profile_version: profileVersion, ...row }) =>
      createEvent(events.memberPrivacySnapshot, id, {
        actor: { _id: id, username, fullName, avatar, profileVersion },
        privacyVersion: row.privacy_version,
        isPrivate: row.is_private,
        contact: row.contact_privacy,
      }),
  })

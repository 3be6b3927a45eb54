import type { Actor } from '@meadow/contracts'
import type { AccountChange, PrivacyChange, ProfileChange } from './member-read-model.ts'

/** An update pipeline of one document. It compares versions, so that every order of changes has the same result. */
type UpdatePipeline = { $set: Record<string, unknown> }[]

const isErased = { $eq: ['$state', 'erased'] }
const fieldOr = (field: string, otherwise: unknown) => ({ $ifNull: [`$${field}`, otherwise] })
const literal = (value: unknown) => ({ $literal: value })

/** Sets fields only where `condition` holds. */
const setWhere = (condition: object, fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { $cond: [condition, value, `$${name}`] }]))

/** Default values of a new document. */
const setDefaults = (round: number) => ({
  state: fieldOr('state', 'active'),
  createdAt: fieldOr('createdAt', null),
  accountVersion: fieldOr('accountVersion', 0),
  heard: fieldOr('heard', round),
})

/** The fields of a profile, in a new document without a name. */
const NAMELESS = {
  username: fieldOr('username', ''),
  fullName: fieldOr('fullName', ''),
  avatar: fieldOr('avatar', ''),
  isVerified: fieldOr('isVerified', false),
  profileVersion: fieldOr('profileVersion', 0),
}

/** Builds the update for a change of auth. An erasure is final. Data of the registration fills empty fields, even if it arrives late. A verified address stays verified. */
export function toAccountUpdate(change: AccountChange, round: number): UpdatePipeline {
  const { accountVersion, state, username = '', fullName = '', createdAt = null, isEmailVerified } = change
  const known = fieldOr('accountVersion', -1)
  const filled = (field: string, value: string) => ({
    $cond: [{ $eq: [fieldOr(field, ''), ''] }, literal(value), `$${field}`],
  })
  const fields = setWhere(
    { $not: isErased },
    {
      username: filled('username', username),
      fullName: filled('fullName', fullName),
      avatar: fieldOr('avatar', ''),
      isVerified: fieldOr('isVerified', false),
      state: { $cond: [{ $lt: [known, accountVersion] }, state, '$state'] },
      createdAt: fieldOr('createdAt', createdAt),
      accountVersion: { $max: [known, accountVersion] },
      profileVersion: fieldOr('profileVersion', 0),
      ...(isEmailVerified !== undefined && {
        isEmailVerified: isEmailVerified || fieldOr('isEmailVerified', false),
      }),
      heard: round,
    },
  )
  return [{ $set: fields }]
}

/** Builds the update for a change of social. The same version is applied again, because `toActorUpdate` does not set `isVerified`. */
export function toProfileUpdate({ profileVersion, ...change }: ProfileChange, round: number): UpdatePipeline {
  const { username, fullName, avatar, isVerified } = change
  const isNewer = { $and: [{ $not: isErased }, { $lte: [fieldOr('profileVersion', -1), profileVersion] }] }
  const profile = { username: literal(username), fullName: literal(fullName), avatar: literal(avatar), isVerified }
  return [{ $set: { ...setDefaults(round), ...setWhere(isNewer, { ...profile, profileVersion }) } }]
}

/** Builds the update for a change of the privacy settings. A member who is not known yet has no name. */
export function toPrivacyUpdate(
  { isPrivate, contactPrivacy, privacyVersion }: PrivacyChange,
  round: number,
): UpdatePipeline {
  const isNewer = { $and: [{ $not: isErased }, { $lt: [fieldOr('privacyVersion', 0), privacyVersion] }] }
  const settings = { isPrivate, contactPrivacy: literal(contactPrivacy), privacyVersion }
  return [{ $set: { ...setDefaults(round), ...NAMELESS, ...setWhere(isNewer, settings) } }]
}

/** Builds the update for the proof of an e-mail address. A member who is not known yet has no name. */
export const toVerifiedEmailUpdate = (round: number): UpdatePipeline => [
  { $set: { ...setDefaults(round), ...NAMELESS, ...setWhere({ $not: isErased }, { isEmailVerified: true }) } },
]

/** Builds the update for an actor: inserts an unknown member or updates an older profile. */
export function toActorUpdate({ username, fullName, avatar, profileVersion }: Actor, round: number): UpdatePipeline {
  const isNewer = { $and: [{ $not: isErased }, { $lt: [fieldOr('profileVersion', -1), profileVersion] }] }
  const profile = { username: literal(username), fullName: literal(fullName), avatar: literal(avatar) }
  const fields = { isVerified: fieldOr('isVerified', false), ...setWhere(isNewer, { ...profile, profileVersion }) }
  return [{ $set: { ...setDefaults(round), ...fields } }]
}

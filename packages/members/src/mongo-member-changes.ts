import type { Actor } from '@meadow/contracts'
import type { AccountChange, ProfileChange } from './members.ts'

/** A change of one document that looks at what is there: the same in whatever order changes come. */
type Change = { $set: Record<string, unknown> }[]

const isErased = { $eq: ['$state', 'erased'] }
const or = (field: string, otherwise: unknown) => ({ $ifNull: [`$${field}`, otherwise] })
const literal = (value: unknown) => ({ $literal: value })

/** What fields become where `condition` holds; otherwise they stay. */
const where = (condition: object, fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { $cond: [condition, value, `$${name}`] }]))

/** What somebody is of whom nothing else is known. */
const begin = (heard: number) => ({
  state: or('state', 'active'),
  createdAt: or('createdAt', null),
  accountVersion: or('accountVersion', 0),
  heard: or('heard', heard),
})

/** An erasure is the end, whatever else comes; facts of the registration fill what is still empty, however late. */
export function accountChange(change: AccountChange, heard: number): Change {
  const { accountVersion, state, username = '', fullName = '', createdAt = null } = change
  const known = or('accountVersion', -1)
  const filled = (field: string, value: string) => ({
    $cond: [{ $eq: [or(field, ''), ''] }, literal(value), `$${field}`],
  })
  const fields = where(
    { $not: isErased },
    {
      username: filled('username', username),
      fullName: filled('fullName', fullName),
      avatar: or('avatar', ''),
      isVerified: or('isVerified', false),
      state: { $cond: [{ $lt: [known, accountVersion] }, state, '$state'] },
      createdAt: or('createdAt', createdAt),
      accountVersion: { $max: [known, accountVersion] },
      profileVersion: or('profileVersion', 0),
      heard,
    },
  )
  return [{ $set: fields }]
}

/** The same version again tells the same, and more than `actorChange` did: the badge. */
export function profileChange({ profileVersion, ...change }: ProfileChange, heard: number): Change {
  const { username, fullName, avatar, isVerified } = change
  const isNews = { $and: [{ $not: isErased }, { $lte: [or('profileVersion', -1), profileVersion] }] }
  const told = { username: literal(username), fullName: literal(fullName), avatar: literal(avatar), isVerified }
  return [{ $set: { ...begin(heard), ...where(isNews, { ...told, profileVersion }) } }]
}

/** Takes somebody into account, or renews a profile that is older. */
export function actorChange({ username, fullName, avatar, profileVersion }: Actor, heard: number): Change {
  const isNews = { $and: [{ $not: isErased }, { $lt: [or('profileVersion', -1), profileVersion] }] }
  const told = { username: literal(username), fullName: literal(fullName), avatar: literal(avatar) }
  const fields = { isVerified: or('isVerified', false), ...where(isNews, { ...told, profileVersion }) }
  return [{ $set: { ...begin(heard), ...fields } }]
}

import { randomBytes } from 'node:crypto'
import { calls } from '@meadow/contracts'
import { Refused } from '../calls.ts'
import type { Notes } from '../notes.ts'
import { renderAvatar, renderScene } from '../pictures/render.ts'
import type { Member } from '../plan/member.ts'
import { upload } from './upload.ts'
import { type Citizen, inLanes, type World } from './world.ts'

/** Auth hashes two passwords at a time. */
const LANES = 3
const MINUTE = 60_000
const COVER = { width: 960, height: 360 }

/** Lets the members join, each in their time, and say who they are. */
export async function joinAll(world: World, members: readonly Member[]): Promise<void> {
  await inLanes(LANES, members, async (member) => {
    const citizen = await join(world, member)
    world.citizens.set(member.username, citizen)
    await world.notes.once(`profile ${member.username}`, () => introduce(world, member, citizen))
    world.progress(`${world.citizens.size} of ${members.length} people`)
  })
}

/** The passwords by which one can sign in to look around. They are this installation's own. */
export const demoAccounts = (members: readonly Member[], notes: Notes): Record<string, string | undefined> =>
  Object.fromEntries(
    members.filter(({ demo }) => demo).map(({ username }) => [username, notes.get(passwordNote(username))]),
  )

const passwordNote = (username: string) => `password ${username}`

async function join({ call, notes }: World, { username, fullName, joinedAt }: Member): Promise<Citizen> {
  const password = await notes.once(passwordNote(username), async () => randomBytes(12).toString('base64url'))
  const person = { username, fullName, password, email: `${username}@meadow.example` }
  await notes.once(`member ${username}`, async () => {
    try {
      await call(calls.register, { when: joinedAt, body: person })
    } catch (error) {
      if (!(error instanceof Refused && error.code === 'already_taken')) throw error // joined, and then the filling was interrupted
    }
    return 'joined'
  })
  const { token, user } = await call(calls.login, { when: new Date(), body: { email: username, password } })
  return { _id: user._id, token }
}

async function introduce({ call }: World, member: Member, { token: by }: Citizen): Promise<string> {
  const when = new Date(member.joinedAt.getTime() + 10 * MINUTE)
  const avatar = await upload(call, { by, when, purpose: 'avatar', picture: await renderAvatar(member.face) })
  const cover = await upload(call, {
    by,
    when,
    purpose: 'cover',
    picture: await renderScene('landscape', member.cover, COVER),
  })
  await call(calls.updateProfile, { by, when, body: { ...member.about, avatar, cover } })
  return 'said'
}

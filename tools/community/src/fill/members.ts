import { randomBytes } from 'node:crypto'
import { calls } from '@meadow/contracts'
import { readAvatar, readCover } from '../pictures.ts'
import { isDemoAccount, type PlannedMember } from '../plan/member.ts'
import { CallError } from '../service-calls.ts'
import { type FillContext, forEachConcurrently, type SignedInMember } from './context.ts'
import { uploadPicture } from './upload.ts'

/** One more than auth hashes passwords at a time. */
const MAX_CONCURRENCY = 3
const PASSWORD_BYTES = 12
const MINUTE_MS = 60_000

/** Registers the members, signs them in and fills in their profiles. */
export async function registerMembers(context: FillContext, members: readonly PlannedMember[]): Promise<void> {
  let done = 0
  await forEachConcurrently(MAX_CONCURRENCY, members, async (member) => {
    const signedIn = await registerAndSignIn(context, member)
    context.members.set(member.username, signedIn)
    await context.journal.once(`profile ${member.username}`, () => fillInProfile(context, member, signedIn))
    if (member.isVerified) await context.journal.once(`badge of ${member.username}`, () => giveBadge(context, member))
    done += 1
    context.reportProgress(`${done} of ${members.length} members`)
  })
}

async function registerAndSignIn(context: FillContext, member: PlannedMember): Promise<SignedInMember> {
  const { call, giveRole, journal } = context
  const { username, fullName, joinedAt, role, hasUnverifiedEmail } = member
  const isDemo = isDemoAccount(member)
  const createPassword = async () => randomBytes(PASSWORD_BYTES).toString('base64url')
  // Nobody learns the password of a demo account: browsers on this machine sign in without one.
  const password = isDemo ? await createPassword() : await journal.once(`password ${username}`, createPassword)
  const account = { username, fullName, password, email: `${username}@meadow.example` }
  await journal.once(`member ${username}`, async () => {
    try {
      await call(calls.register, { at: joinedAt, body: account })
    } catch (error) {
      const isRegistered = error instanceof CallError && error.code === 'already_taken' // before an interruption
      if (!isRegistered) throw error
    }
    return 'registered'
  })
  const at = new Date()
  if (role !== 'member') {
    await journal.once(`role of ${username}`, async () => {
      await giveRole(username, role)
      return role
    })
  }
  const { token, user } = isDemo
    ? await call(calls.createDemoSession, { at, body: { username } })
    : await call(calls.login, { at, body: { email: username, password } })
  if (!hasUnverifiedEmail)
    await journal.once(`email ${username}`, async () => {
      const proof = { accountId: user._id, email: account.email, at: joinedAt }
      await call(calls.verifyEmail, { at: joinedAt, body: { token: await context.addEmailProof(proof) } })
      return 'verified'
    })
  return { _id: user._id, token }
}

async function fillInProfile(
  { call }: FillContext,
  { username, joinedAt, about }: PlannedMember,
  { token }: SignedInMember,
): Promise<string> {
  const at = new Date(joinedAt.getTime() + 10 * MINUTE_MS)
  const [avatarFile, coverFile] = await Promise.all([readAvatar(username), readCover(username)])
  const avatar = await uploadPicture(call, { token, at, purpose: 'avatar', picture: avatarFile })
  const cover = await uploadPicture(call, { token, at, purpose: 'cover', picture: coverFile })
  await call(calls.updateProfile, { token, at, body: { ...about, avatar, cover } })
  return 'complete'
}

async function giveBadge(context: FillContext, { username }: PlannedMember): Promise<string> {
  await context.giveBadge(username)
  return 'given'
}

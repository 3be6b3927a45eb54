import type { Answer, calls } from '@meadow/contracts'
import type { Members } from '@meadow/members'

/** Passwords by username, as the installation was told them. */
export type DemoAccounts = Readonly<Record<string, string>>

const THIS_MACHINE = /^(?:127\.|::1$|::ffff:127\.)/

/** The demo accounts that are still there, for somebody at this machine; for others there are none. */
export async function findDemoAccounts(
  { demoAccounts, members }: { demoAccounts: DemoAccounts; members: Members },
  address: string,
): Promise<Answer<typeof calls.listDemoAccounts>['accounts']> {
  if (!THIS_MACHINE.test(address)) return []
  const found = await Promise.all(
    Object.entries(demoAccounts).map(async ([username, password]) => {
      const member = await members.findByUsername(username)
      return member?.state === 'active'
        ? [{ username, fullName: member.fullName, avatar: member.avatar, password }]
        : []
    }),
  )
  return found.flat()
}

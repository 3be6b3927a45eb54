import type { CallResponse, calls } from '@meadow/contracts'
import type { MemberReadModel } from '@meadow/members'

/** Passwords of the demo accounts by username, from the configuration. */
export type DemoAccounts = Readonly<Record<string, string>>

const LOOPBACK_ADDRESS = /^(?:127\.|::1$|::ffff:127\.)/

/** Lists the active demo accounts. Returns an empty list for requests from other machines. */
export async function findDemoAccounts(
  { demoAccounts, members }: { demoAccounts: DemoAccounts; members: MemberReadModel },
  address: string,
): Promise<CallResponse<typeof calls.listDemoAccounts>['accounts']> {
  if (!LOOPBACK_ADDRESS.test(address)) return []
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

import { openPostgres } from '@meadow/storage'
import type { TestAccount } from '@meadow/testing/accounts'
import type { RunningStack } from '@meadow/testing/stack'

/**
 * Gives a registered account a role in the store of auth, for a test without an admin. The next sign-in has it. The audit log and
 * other services do not learn of it.
 */
export async function giveRole(
  stack: RunningStack,
  { username }: Pick<TestAccount, 'username'>,
  role: 'moderator' | 'admin',
): Promise<void> {
  await using auth = await openPostgres(stack.postgresUrl(), { database: 'meadow_auth' })
  await auth.query('update accounts set role = $2 where username = $1', [username, role])
}

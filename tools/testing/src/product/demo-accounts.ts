import type { Caller, Calls } from './api-client.ts'

type Account = { username: string; fullName: string; password: string }

/** Signs in as one of the demo accounts that the installation offers. */
export async function signInAsDemo({ call }: Calls, username: string): Promise<Caller> {
  const { accounts } = await call<{ accounts: Account[] }>('/auth/demo-accounts')
  const account = accounts.find((one) => one.username === username)
  if (!account) throw new Error(`There is no demo account '${username}'`)
  const person = { ...account, email: username }
  const { token, user } = await call<{ token: string; user: { _id: string } }>('/auth/login', { body: person })
  return { person, token, _id: user._id }
}

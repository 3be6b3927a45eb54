import type { ApiClient, ApiMember } from './api-client.ts'

type DemoAccount = { username: string; fullName: string; password: string }

/** Signs in to one of the demo accounts. @throws if there is none with this username */
export async function signInDemoAccount({ call }: ApiClient, username: string): Promise<ApiMember> {
  const { accounts } = await call<{ accounts: DemoAccount[] }>('/auth/demo-accounts')
  const demoAccount = accounts.find((one) => one.username === username)
  if (!demoAccount) throw new Error(`There is no demo account '${username}'`)
  const account = { ...demoAccount, email: username }
  const { token, user } = await call<{ token: string; user: { _id: string } }>('/auth/login', { body: account })
  return { account, token, _id: user._id }
}

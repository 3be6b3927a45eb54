import type { ApiClient, ApiMember } from './api-client.ts'

type DemoSession = { token: string; user: { _id: string; username: string; fullName: string; email: string } }

/** Signs in to one of the demo accounts, which have no password. @throws if there is none with this username */
export async function signInDemoAccount({ call }: ApiClient, username: string): Promise<ApiMember> {
  const { token, user } = await call<DemoSession>('/auth/demo-session', { body: { username } })
  return { account: { ...user, password: '' }, token, _id: user._id }
}

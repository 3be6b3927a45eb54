import type { SessionUser } from '@meadow/contracts'
import { createContext, use } from 'react'
import type { ApiError } from '../api/api-error.ts'

export type Credentials = { email: string; password: string; remember?: boolean }
export type Registration = { username: string; email: string; password: string; fullName: string; remember?: boolean }

export type Session = {
  /** `loading` until it is known who is there: at once where somebody comes back, else when the server has said it. */
  status: 'loading' | 'authenticated' | 'anonymous'
  user: SessionUser | undefined
  /** Anonymous because a session came to its end, not by a sign-out. */
  isExpired: boolean
  /** Why it takes so long to load: it is tried again without end. */
  loadError: ApiError | undefined
  /** Tries to load at once. */
  retry: () => void
  /** @throws ApiError */
  signIn: (credentials: Credentials) => Promise<SessionUser>
  /** @throws ApiError */
  register: (registration: Registration) => Promise<SessionUser>
  /** Signs out in any case. @throws ApiError when the server could not be told yet */
  signOut: () => Promise<void>
  /** Ends all other sessions, and goes on with this one. @throws ApiError */
  changePassword: (passwords: { current: string; next: string }) => Promise<void>
  /** Changes what is known of the member, such as whom they follow. */
  setUser: (change: (user: SessionUser) => SessionUser) => void
}

export const SessionContext = createContext<Session | undefined>(undefined)

/** Who is signed in, and how to change that. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it')
  return session
}

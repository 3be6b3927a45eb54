import type { SessionUser } from '@meadow/contracts/browser'
import { createContext, use } from 'react'
import type { ApiError } from '../api/api-error.ts'

export type Credentials = { email: string; password: string; remember?: boolean }
export type Registration = {
  username: string
  email: string
  password: string
  fullName: string
  invite?: string
  remember?: boolean
}

export type Session = {
  /** `loading` until the member is known: from the cache for a returning member, else from the server. */
  status: 'loading' | 'authenticated' | 'anonymous'
  user: SessionUser | undefined
  /** True if a session has ended by itself, not by a sign-out. */
  isExpired: boolean
  /** The error of the last attempt to load the member. Attempts continue. */
  loadError: ApiError | undefined
  /** Loads the member again at once. */
  retry: () => void
  /** @throws ApiError */
  signIn: (credentials: Credentials) => Promise<SessionUser>
  /** Signs in by the response of another call, such as that of a demo account, if it has a token. Returns it. @throws ApiError */
  openSession: <Response extends object>(open: () => Promise<Response>) => Promise<Response>
  /** @throws ApiError */
  register: (registration: Registration) => Promise<SessionUser>
  /** Signs out in this browser in any case. @throws ApiError if the server could not be reached yet */
  signOut: () => Promise<void>
  /** Changes the password, and ends all other sessions. @throws ApiError */
  changePassword: (passwords: { current: string; next: string }) => Promise<void>
  /** Changes the cached member, for example whom they follow. */
  setUser: (change: (user: SessionUser) => SessionUser) => void
}

export const SessionContext = createContext<Session | undefined>(undefined)

/** Returns the session, and functions that sign in and out. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it')
  return session
}

import type { SessionUser } from '@meadow/contracts'

/** A signed-in member; say what matters. */
export const aMember = (given: Partial<SessionUser> = {}): SessionUser => ({
  _id: '01890000-0000-7000-8000-000000000001',
  username: 'ann',
  fullName: 'Ann Berger',
  avatar: '',
  isVerified: false,
  isFollowing: false,
  email: 'ann@example.org',
  emailVerified: false,
  following: [],
  role: 'member',
  plan: 'pro',
  ...given,
})

import type { ProfileView, SessionUser } from '@meadow/contracts/browser'

const ann = {
  _id: '01890000-0000-7000-8000-000000000001',
  username: 'ann',
  fullName: 'Ann Berger',
  avatar: '',
  isVerified: false,
  isFollowing: false,
}

/** Creates a signed-in member. */
export const aMember = (fields: Partial<SessionUser> = {}): SessionUser => ({
  ...ann,
  email: 'ann@example.org',
  emailVerified: false,
  following: [],
  role: 'member',
  plan: 'pro',
  ...fields,
})

/** Creates a profile. */
export const aProfile = (fields: Partial<ProfileView> = {}): ProfileView => ({
  ...ann,
  cover: '',
  bio: '',
  website: '',
  location: '',
  birthday: null,
  gender: '',
  relationshipStatus: '',
  workplace: '',
  education: '',
  hometown: '',
  currentCity: '',
  phone: '',
  interests: [],
  following: [],
  createdAt: '2026-04-01T12:00:00.000Z',
  followerCount: 3,
  followingCount: 2,
  postCount: 7,
  followsYou: false,
  isOnline: false,
  lastActive: null,
  ...fields,
})

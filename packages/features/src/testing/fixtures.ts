import type { CommentView, MemberView, PostView } from '@meadow/contracts/browser'
import type { ApiResponse } from '@meadow/web'
import { aMember } from '@meadow/web/testing'

/** The signed-in member of the tests. */
export const ann = aMember()

let count = 0
const createId = () => `01890000-0000-7000-9000-${String(++count).padStart(12, '0')}`

const PIXEL_PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Builds the file of a picture that a member chooses: a PNG of one pixel. */
export const aPictureFile = (name = 'hills.png'): File =>
  new File([Uint8Array.from(atob(PIXEL_PNG), (character) => character.charCodeAt(0))], name, { type: 'image/png' })

/** Builds another member. */
export const somebody = (overrides: Partial<MemberView> = {}): MemberView => ({
  _id: createId(),
  username: 'kofi',
  fullName: 'Kofi Mensah',
  avatar: '',
  isVerified: false,
  isFollowing: false,
  ...overrides,
})

export const kofi = somebody()

/** The signed-in member as an author. */
export const annAsAuthor: MemberView = { ...somebody(), _id: ann._id, username: ann.username, fullName: ann.fullName }

export const aPost = (overrides: Partial<PostView> = {}): PostView => ({
  _id: createId(),
  user: kofi,
  content: 'The wheel is straight again.',
  image: '',
  media: null,
  pictures: overrides.media ? [overrides.media] : [],
  createdAt: '2026-05-01T12:00:00.000Z',
  rev: 1,
  likes: [],
  comments: [],
  likesCount: 0,
  commentsCount: 0,
  viewerLiked: false,
  ...overrides,
})

export const aComment = (overrides: Partial<CommentView> = {}): CommentView => ({
  _id: createId(),
  user: kofi,
  text: 'Lovely!',
  createdAt: '2026-05-01T12:30:00.000Z',
  ...overrides,
})

export const aPage = (posts: PostView[], nextCursor: string | null = null): ApiResponse<'GET /posts'> => ({
  posts,
  pagination: { hasMore: nextCursor !== null },
  nextCursor,
})

import { calls } from '@meadow/contracts'
import * as z from 'zod'

/** What other products show of a page: a chat that a member pastes its address into, or a search engine. */
export type PagePreview = {
  title: string
  text: string
  /** The value of `og:type`. */
  type: 'article' | 'profile'
  publishedAt?: string
  /** A picture that this installation serves. */
  picture?: { path: string; alt: string; width?: number; height?: number } | undefined
  /** The path of a feed. */
  feed?: string
}

/** A page that guests may read, and the call that returns what it shows. */
type PreviewedPage = {
  path: RegExp
  upstream: 'posts' | 'social'
  toCallPath: (segment: string) => string
  /** Converts the body of its response. @throws ZodError if it has another shape */
  toPreview: (body: unknown) => PagePreview
}

/** Only the fields of responses that previews have: the services may be older or newer than the gateway. */
const { user, content, createdAt, pictures, pictureCover } = calls.getPost.response.shape
const Author = user.pick({ username: true, fullName: true })
const Picture = pictures.element.pick({ url: true, alt: true, width: true, height: true })
const Video = z.object({ poster: Picture.nullable() })
const PreviewedPost = z.object({
  user: Author,
  content,
  createdAt,
  pictures: z.array(Picture),
  video: Video.optional(),
  pictureCover,
})
const PreviewedProfile = z.object({
  user: calls.getProfile.response.shape.user.pick({ username: true, fullName: true, bio: true, avatar: true }),
})

/** The pages with a preview: a post, and a profile. */
export const PREVIEWED_PAGES: readonly PreviewedPage[] = [
  {
    path: /^\/post\/([^/]+)$/,
    upstream: 'posts',
    toCallPath: (id) => `/posts/${id}`,
    toPreview: (body) => toPostPreview(PreviewedPost.parse(body)),
  },
  {
    path: /^\/profile\/([^/]+)$/,
    upstream: 'social',
    toCallPath: (idOrUsername) => `/auth/profile/${idOrUsername}`, // the specification has profiles below /auth
    toPreview: (body) => toProfilePreview(PreviewedProfile.parse(body)),
  },
]

const toTitle = ({ fullName, username }: z.infer<typeof Author>) => `${fullName} (@${username})`

const toPostPreview = ({
  user,
  content,
  pictures,
  video,
  pictureCover,
  createdAt,
}: z.infer<typeof PreviewedPost>): PagePreview => {
  const [picture] = pictureCover ? [] : video ? [video.poster ?? undefined] : pictures
  return {
    title: toTitle(user),
    text: content || picture?.alt || '',
    type: 'article',
    publishedAt: createdAt,
    picture: picture && { ...picture, path: picture.url },
  }
}

const toProfilePreview = ({ user }: z.infer<typeof PreviewedProfile>): PagePreview => ({
  title: toTitle(user),
  text: user.bio,
  type: 'profile',
  picture: user.avatar ? { path: user.avatar, alt: user.fullName } : undefined,
  feed: `/profile/${encodeURIComponent(user.username)}/feed.atom`,
})

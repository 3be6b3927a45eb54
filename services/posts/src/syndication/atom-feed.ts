import { toPictureView } from '../media/picture.ts'
import { createExcerpt, type Post } from '../posts/post.ts'
import { listPosters, toVideoView } from '../videos/video.ts'
import { toXmlDocument } from './xml.ts'

/** The address of this installation, such as `https://meadow.example`, and the posts of one member, newest first. */
type MemberPosts = { origin: string; username: string; posts: readonly Post[] }

/** Atom requires the time of the last change, also of a feed without entries. */
const UPDATED_IF_EMPTY = new Date(0)

/** Returns the posts of a member as a feed document (Atom, RFC 4287). */
export function toAtomFeed({ origin, username, posts }: MemberPosts): string {
  const [newest] = posts
  const page = `${origin}/profile/${encodeURIComponent(newest?.user.username ?? username)}`
  return toXmlDocument({
    feed: {
      '@xmlns': 'http://www.w3.org/2005/Atom',
      id: newest ? `urn:uuid:${newest.user._id}` : page,
      title: newest ? `${newest.user.fullName} (@${newest.user.username})` : `@${username}`,
      link: [
        { '@rel': 'alternate', '@type': 'text/html', '@href': page },
        { '@rel': 'self', '@type': 'application/atom+xml', '@href': `${page}/feed.atom` },
      ],
      author: { name: newest?.user.fullName ?? username, uri: page },
      updated: (newest?.createdAt ?? UPDATED_IF_EMPTY).toISOString(),
      entry: posts.map((post) => toEntry(post, origin)),
    },
  })
}

/** The id has no address, so that it survives a move of the installation. */
const toEntry = (post: Post, origin: string) => ({
  id: `urn:uuid:${post._id}`,
  title: createExcerpt(post.content.replace(/\s+/gu, ' ')) || (post.video ? 'Video' : 'Picture'),
  link: [
    { '@rel': 'alternate', '@type': 'text/html', '@href': `${origin}/post/${post._id}` },
    ...toEnclosure(post, origin),
  ],
  published: post.createdAt.toISOString(),
  updated: post.createdAt.toISOString(),
  content: {
    '@type': 'xhtml',
    div: {
      '@xmlns': 'http://www.w3.org/1999/xhtml',
      p: post.content.split('\n').filter((line) => line.trim()),
      img: post.settings.pictureCover ? [] : listPictures(post).map((picture) => toImage(picture, origin)),
    },
  },
})

/** Lists the pictures of a post, or the poster of its video. */
const listPictures = ({ pictures, video }: Post): Post['pictures'] => [...pictures, ...listPosters(video)]

/** Returns the link to the file of the video of a post, if it can be played and is not covered. */
function toEnclosure({ video, settings }: Post, origin: string) {
  const url = video && !settings.pictureCover ? toVideoView(video).url : null
  return url ? [{ '@rel': 'enclosure', '@type': 'video/mp4', '@href': `${origin}${url}` }] : []
}

function toImage(picture: Post['pictures'][number], origin: string) {
  const { url, width, height } = toPictureView(picture)
  return { '@src': `${origin}${url}`, '@alt': picture.alt, '@width': width, '@height': height }
}

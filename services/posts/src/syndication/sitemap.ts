import type { Post } from '../posts/post.ts'
import { toXmlDocument } from './xml.ts'

/** Returns the addresses of posts, and of the profiles of their authors, for crawlers (sitemaps.org, protocol 0.9). */
export function toSitemap({ origin, posts }: { origin: string; posts: readonly Post[] }): string {
  const usernames = new Set(posts.map(({ user }) => user.username))
  return toXmlDocument({
    urlset: {
      '@xmlns': 'http://www.sitemaps.org/schemas/sitemap/0.9',
      url: [
        ...Array.from(usernames, (username) => ({ loc: `${origin}/profile/${encodeURIComponent(username)}` })),
        ...posts.map(({ _id, createdAt }) => ({ loc: `${origin}/post/${_id}`, lastmod: createdAt.toISOString() })),
      ],
    },
  })
}

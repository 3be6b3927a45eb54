import { copyToMongo } from './copy-to-mongo.ts'
import type { Sides } from './on-engines.ts'
import { seedMembers, seedPosts } from './seed.ts'

/** The same members and so many posts in the store of posts of each side. */
export async function seedSides({ first, address }: Sides, posts: number): Promise<void> {
  await seedMembers(first, 'meadow_posts')
  await seedPosts(first, 0, posts)
  if (address) await copyToMongo(first, address)
}

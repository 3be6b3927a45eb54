import { SERVICES } from '../capacity/operation-costs.ts'
import type { BenchProduct } from '../product/open-product.ts'
import { seedConversations } from './seed-conversations.ts'
import { MEMBER_COUNT } from './seed-ids.ts'
import { seedMembers, seedPosts } from './seed-posts.ts'

/** Inserts members with follows, posts, and conversations of `pairs`, in the databases of all services. */
export async function seedProduct(product: BenchProduct, pairs: number): Promise<void> {
  for (const name of SERVICES) await seedMembers(product, `meadow_${name}`)
  await product.query(
    'meadow_social',
    `insert into profiles (member_id, created_at, follower_count, following_count)
     select id, created_at, coalesce(followers, 0), coalesce(following, 0) from members
       left join (select to_id, count(*) as followers from follows group by to_id) as counted_followers on to_id = id
       left join (select from_id, count(*) as following from follows group by from_id) as counted_following on from_id = id
     on conflict do nothing;
     analyze profiles`,
  )
  await seedPosts(product, 0, MEMBER_COUNT)
  const posts = await product.query('meadow_posts', 'select id, author_id from posts')
  await product.query(
    'meadow_notify',
    `insert into posts (id, author_id, excerpt, image, deleted)
     select id, author_id, 'Something that somebody wrote', '', false from unnest($1::uuid[], $2::uuid[]) as seeded (id, author_id)`,
    [posts.map(({ id }) => id), posts.map(({ author_id: author }) => author)],
  )
  await seedConversations(product, pairs, MEMBER_COUNT)
}

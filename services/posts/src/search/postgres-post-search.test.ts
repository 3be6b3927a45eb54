import { expect, it } from '@jest/globals'
import type { Queryable } from '@meadow/storage'
import type { PostSearch } from './post-search.ts'
import { createPostgresPostFinder } from './postgres-post-search.ts'

const MATCHES = 3_000
const SEARCH = { required: [], excluded: [], from: 'mara' } as unknown as PostSearch

/** A database in which many posts match and the viewer sees none. Notes the size of each batch. */
function createHiddenPosts(sizes: number[]): Queryable {
  let left = MATCHES
  const query = async (statement: string | { name: string }) => {
    if (typeof statement !== 'string') return { rows: [] }
    const size = Number(/limit (\d+)$/.exec(statement)?.[1])
    sizes.push(size)
    const rows = Array.from({ length: Math.min(size, left) }, (_, n) => ({
      post_id: `${n}`,
      created_at: new Date(left - n),
    }))
    left -= rows.length
    return { rows }
  }
  return { query } as unknown as Queryable
}

it('reads many matches that the viewer may not see in batches of bounded size, to the last one', async () => {
  const sizes: number[] = []
  const after = { createdAt: new Date(), _id: '' }
  const finder = createPostgresPostFinder(createHiddenPosts(sizes))
  expect(await finder.find(SEARCH, undefined, { after, limit: 8 })).toEqual([])
  expect(Math.max(...sizes)).toBe(500)
  expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThanOrEqual(MATCHES)
})

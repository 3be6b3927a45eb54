import { findStoreUrl, openPostgres } from '@meadow/storage'
import { rebuildTimeline } from '../postgres-fan-out.ts'

const USAGE = 'Usage: npm run timelines -- rebuild --member <username>'

try {
  const [command, option, username = '', ...rest] = process.argv.slice(2)
  if (command !== 'rebuild' || option !== '--member' || username === '' || rest.length > 0) throw new Error(USAGE)
  const storeUrl = await findStoreUrl('posts', process.env)
  await using pool = await openPostgres(storeUrl, { database: 'meadow_posts', name: 'meadow timelines' })
  console.log(
    (await rebuildTimeline(pool, username))
      ? `The timeline of ${username} is written again. Until then, pages are read by the exact query.`
      : `${username} has no timeline: pages are read by the exact query.`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

import { MAX_BOOKMARK_FOLDERS } from '@meadow/contracts/limits'
import { DomainError } from '@meadow/service'
import type { PostgresPool } from '@meadow/storage'
import { afterKeySql, postByIdSql, readTimeline } from '../timelines/postgres-timeline-query.ts'
import type { BookmarkFolder, BookmarkRepository } from './bookmark-repository.ts'

/** Locks the post `$2`, so that it is not deleted before its bookmark is stored. A new folder is refused if there are too many. */
const SET_BOOKMARK = `
  with bookmarked as (select id from posts where id = $2 for key share),
  folder as (
    select from bookmarked where coalesce($3::text, '') = ''
      or exists (select from bookmarks where member_id = $1::uuid and folder = $3::text)
      or (select count(distinct folder) from bookmarks where member_id = $1::uuid and folder <> '') < ${MAX_BOOKMARK_FOLDERS}
  ),
  stored as (
    insert into bookmarks as known (member_id, post_id, folder, created_at)
    select $1::uuid, id, coalesce($3::text, ''), $4::timestamptz from bookmarked, folder
    on conflict (member_id, post_id) do update set folder = coalesce($3::text, known.folder)
  )
  select exists (select from folder) as "isAllowed" from bookmarked`

const KEY = ['b.created_at', 'b.post_id'] as const

export const createPostgresBookmarkRepository = (pool: PostgresPool): BookmarkRepository => ({
  async set({ memberId, postId, folder, createdAt }) {
    const { rows } = await pool.query<{ isAllowed: boolean }>({
      name: 'set-bookmark',
      text: SET_BOOKMARK,
      values: [memberId, postId, folder ?? null, createdAt],
    })
    if (!rows[0]) throw new DomainError('post_not_found')
    if (!rows[0].isAllowed) throw new DomainError('folder_limit_reached')
  },

  async remove(memberId, postId) {
    await pool.query('delete from bookmarks where member_id = $1 and post_id = $2', [memberId, postId])
  },

  list: (member, folder, window) => {
    const isInFolder = folder !== undefined
    return readTimeline(
      pool,
      {
        name: isInFolder ? 'bookmarks-in-folder' : 'bookmarks',
        from: `bookmarks b cross join ${postByIdSql('b.post_id')}`,
        key: KEY,
        where: `b.member_id = $1 ${isInFolder ? 'and b.folder = $2' : ''} and ${afterKeySql(window, isInFolder ? 1 : 0, KEY)}`,
        ...(isInFolder && { params: [folder] }),
      },
      member,
      window,
    )
  },

  async listFolders(memberId) {
    const { rows } = await pool.query<BookmarkFolder>({
      name: 'bookmark-folders',
      text: `select folder as name, count(*)::int as count from bookmarks where member_id = $1 and folder <> ''
             group by folder order by lower(folder), folder limit ${MAX_BOOKMARK_FOLDERS}`,
      values: [memberId],
    })
    return rows
  },
})

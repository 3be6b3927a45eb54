import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A change of the sources: a new file, or a replacement of the only occurrence of a text. */
export type SourceChange = { file: string; content: string } | { file: string; find: string; replace: string }

/**
 * The next version adds the event type `post.discussed`, the notification type `discussion`, and a column of posts
 * with an index. It writes each of them all the time, so that the current version meets them.
 */
export const NEXT_VERSION: readonly SourceChange[] = [
  { file: 'packages/contracts/src/limits.ts', find: "'share'] as const", replace: "'share', 'discussion'] as const" },
  {
    file: 'packages/contracts/src/events/posts.ts',
    find: 'export const postCommented = defineEvent({',
    replace: `export const postDiscussed = defineEvent({
  type: 'post.discussed',
  topic: 'posts',
  version: 1,
  producers: ['posts'],
  summary: 'A member took part in the discussion of a post',
  data: z.object({ authorId: Id, actor: Actor, mood: z.enum(['calm', 'heated']), rev: Count }),
})

export const postCommented = defineEvent({`,
  },
  {
    file: 'services/posts/src/comments/post-discussed-event.ts',
    content: `import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { newId } from '@meadow/service'

export const toPostDiscussedEvent = ({ postId, by, createdAt }, { authorId, rev }) =>
  createEvent(events.postDiscussed, {
    source: 'posts',
    subject: postId,
    id: newId(createdAt),
    time: createdAt,
    data: { authorId, actor: by, mood: 'calm', rev },
  })
`,
  },
  {
    file: 'services/posts/src/comments/postgres-comment-repository.ts',
    find: "import { type CommentContext, type CommentPlan, type NewComment, planComment, type RepliedComment } from './comment.ts'",
    replace: `import { type CommentContext, type CommentPlan, type NewComment, planComment, type RepliedComment } from './comment.ts'
import { toPostDiscussedEvent } from './post-discussed-event.ts'`,
  },
  {
    file: 'services/posts/src/comments/postgres-comment-repository.ts',
    find: 'appendToPostgresOutbox(tx, event)',
    replace: 'appendToPostgresOutbox(tx, [event, toPostDiscussedEvent({ postId, by, createdAt }, post)])',
  },
  {
    file: 'services/posts/src/posts/postgres-post-repository.ts',
    find: 'POST_SETTINGS_COLUMNS})`',
    replace: 'POST_SETTINGS_COLUMNS}, mood)`',
  },
  {
    file: 'services/posts/src/posts/postgres-post-repository.ts',
    find: '0, 0, false, $13::jsonb, $14, $15, $16::jsonb from author',
    replace: "0, 0, false, $13::jsonb, $14, $15, $16::jsonb, 'calm' from author",
  },
  {
    file: 'services/posts/src/posts/postgres-post-repository.ts',
    find: 'values ($1, $2, $3, $4, $5, $6, 0, 0, $7, $8, $9, $10, $11)',
    replace: "values ($1, $2, $3, $4, $5, $6, 0, 0, $7, $8, $9, $10, $11, 'calm')",
  },
  {
    file: 'services/posts/migrations/9001-mood-of-posts.sql',
    content: 'alter table posts add column mood text;\n',
  },
  {
    file: 'services/posts/migrations/9002-posts-by-mood.sql',
    content: `-- no transaction
create index concurrently if not exists posts_by_mood on posts (mood, created_at desc);
`,
  },
  {
    file: 'services/notify/src/notifications/notification.ts',
    find: "  follow: () => 'started following you',",
    replace: `  follow: () => 'started following you',
  discussion: () => 'took part in the discussion of your post',`,
  },
  {
    file: 'services/notify/src/triggers/on-posts.ts',
    find: '  onEventBatch(events.postCommented,',
    replace: `  onEventBatch(events.postDiscussed, async (batch, deps: NotifyHandlerDeps) => {
    const byOthers = excludeOwnActions(batch)
    await upsertActors(byOthers, deps)
    await deps.writer.notify(byOthers.map((event) => ({ ...toTrigger(event), type: 'discussion' })))
  }),

  onEventBatch(events.postCommented,`,
  },
]

/** Applies changes to the sources in `folder`. @throws if one of them does not fit the sources any more */
export function applySourceChanges(folder: string, changes: readonly SourceChange[]): void {
  for (const change of changes) writeFileSync(join(folder, change.file), toChangedSource(folder, change))
}

/** Returns the changed text of a file. @throws if the change does not fit */
export function toChangedSource(folder: string, change: SourceChange): string {
  const path = join(folder, change.file)
  if ('content' in change) {
    if (existsSync(path)) throw createMisfit(change, 'exists already')
    return change.content
  }
  const source = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const occurrences = source.split(change.find).length - 1
  if (occurrences !== 1) throw createMisfit(change, `has ${occurrences} times, not once: ${change.find}`)
  return source.replace(change.find, () => change.replace)
}

const createMisfit = ({ file }: SourceChange, reason: string) =>
  new Error(`The next version no longer fits the current one: ${file} ${reason}. Adapt tools/faults/src/versions.`)

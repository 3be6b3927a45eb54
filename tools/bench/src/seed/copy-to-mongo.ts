import { MAX_POST_COMMENTS_IN_VIEW, MAX_POST_LIKES_IN_VIEW } from '@meadow/contracts/limits'
import { MongoClient } from 'mongodb'
import type { BenchProduct } from '../product/open-product.ts'

const BATCH_SIZE = 500

type Row = { _id: string } & Record<string, unknown>

const PICTURE_SQL = `jsonb_build_object('_id', m.id, 'ownerId', m.owner_id, 'random', m.random, 'width', m.width,
  'height', m.height, 'placeholder', m.placeholder, 'narrower', m.narrower)`

/** The queries that select the rows of PostgreSQL in the format of the collections. */
const QUERY_BY_COLLECTION: Record<string, string> = {
  members: `select id as _id, username, full_name as "fullName", avatar, is_verified as "isVerified", state,
        created_at as "createdAt", account_version::int as "accountVersion", profile_version::int as "profileVersion", 0 as heard
      from members order by id`,
  follows: `select from_id || ' ' || to_id as _id, from_id as "from", to_id as "to", version::int as version, active, at,
      0 as heard from follows order by from_id, to_id`,
  posts: `select p.id as _id, p.author_id as "authorId", p.content, p.alt, p.created_at as "createdAt", p.rev,
        p.has_picture as "hasPicture", p.likes_count as "likesCount", p.comments_count as "commentsCount",
        (select ${PICTURE_SQL} from media m where m.post_id = p.id) as picture,
        array(select l.member_id::text from likes l where l.post_id = p.id order by l.created_at desc limit ${MAX_POST_LIKES_IN_VIEW}) as likes,
        array(select row_to_json(comment) from (select c.id as "_id", c.author_id as "authorId", c.text, c.created_at as "createdAt"
          from comments c where c.post_id = p.id order by c.id desc limit ${MAX_POST_COMMENTS_IN_VIEW}) comment order by comment._id) as comments
      from posts p order by p.id`,
  likes: `select post_id || ' ' || member_id as _id, post_id as "postId", member_id as "memberId", author_id as "authorId",
        created_at as "createdAt", to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' ' || post_id as place
      from likes order by post_id, member_id`,
  comments: `select id as _id, post_id as "postId", author_id as "authorId", text, created_at as "createdAt" from comments order by id`,
}

/** Copies the store of posts from PostgreSQL to MongoDB's protocol. Takes minutes. */
export async function copyToMongo({ query }: BenchProduct, mongoUrl: string): Promise<void> {
  await using to = await new MongoClient(mongoUrl, { socketTimeoutMS: 0, retryWrites: false }).connect()
  for (const [name, text] of Object.entries(QUERY_BY_COLLECTION)) {
    const rows = (await query('meadow_posts', text)) as Row[]
    console.log(`Copying ${rows.length} ${name}`)
    for (let at = 0; at < rows.length; at += BATCH_SIZE)
      await to
        .db()
        .collection<Row>(name)
        .insertMany(rows.slice(at, at + BATCH_SIZE).map(parseCommentDates), { ordered: false })
  }
}

type CommentRow = { createdAt: string }

/** Parses the dates of comments: they are nested in JSON, which has no dates. */
const parseCommentDates = (row: Row): Row => {
  const comments = row['comments'] as CommentRow[] | undefined
  return comments
    ? { ...row, comments: comments.map((comment) => ({ ...comment, createdAt: new Date(comment.createdAt) })) }
    : row
}

import type { PostView } from '@meadow/contracts/browser'
import { api, useNavigate, useQuery, useQueryClient } from '@meadow/web'
import { Pin } from 'lucide-react'
import { findCachedPost } from '../cache/cached-posts.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { PostCard } from '../posts/post-card.tsx'
import { type PostListSource, usePostList } from '../posts/use-post-list.ts'
import { t } from './pin-texts.ts'
import { getPinnedPost } from './pinned-posts.ts'
import styles from './pins.module.css'

/** The post that a member has pinned, above the list of their posts, which has it in its place, too. */
export function PinnedPost({ source }: { source: PostListSource }) {
  const pinnedPost = getPinnedPost(usePostList(source).data)
  return pinnedPost && <PinnedCard key={pinnedPost._id} pinnedPost={pinnedPost} />
}

function PinnedCard({ pinnedPost }: { pinnedPost: PostView }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const path = `/post/${pinnedPost._id}`
  const { data: post = pinnedPost } = useQuery({
    queryKey: queryKeys.post(pinnedPost._id),
    queryFn: ({ signal }) => api('GET /posts/:id', { params: { id: pinnedPost._id }, signal }),
    initialData: () => findCachedPost(cache, pinnedPost._id) ?? pinnedPost,
  })
  return (
    <div className={styles['pinned']}>
      <PostCard
        post={post}
        isDetail
        onComment={() => void navigate(path, { state: { writesComment: true } })}
        top={
          <p className={styles['label']}>
            <Pin aria-hidden="true" />
            {t('pin.pinned')}
          </p>
        }
      />
    </div>
  )
}

import type { PostView } from '@meadow/contracts/browser'
import { useIsPainted, useNavigate, usePreloadWhenIdle } from '@meadow/web'
import { memo, type ReactNode, startTransition, useDeferredValue, useState } from 'react'
import { CommentPreview } from '../comments/comment-preview.tsx'
import commentStyles from '../comments/comments.module.css'
import { LazyCommentForm, loadCommentForm } from '../comments/lazy-comment-form.tsx'
import { WaitingComments } from '../comments/waiting-comments.tsx'
import { InfiniteList } from '../lists/infinite-list.tsx'
import { t } from '../texts.ts'
import { loadPostMenu } from './lazy-post-menu.tsx'
import { type CardEvent, openPost } from './open-post.ts'
import styles from './post.module.css'
import { PostCard } from './post-card.tsx'
import { PostSkeleton } from './post-skeleton.tsx'
import { type PostListSource, usePostList } from './use-post-list.ts'
import { loadWaitingPost } from './waiting-posts.tsx'

const PREFETCH_DISTANCE_PX = 200

const PRELOADS = [loadCommentForm, loadPostMenu, loadWaitingPost]

/** Value of `aria-setsize` while the total is unknown. */
const UNKNOWN_SET_SIZE = -1

/** Posts of the first paint. The others follow in a deferred render. */
const FIRST_PAINT_POSTS = 1

const LIST_TEXTS = { loading: t('posts.loading'), failed: t('posts.failed'), moreFailed: t('posts.moreFailed') }

const LIST_SKELETONS = {
  first: (
    <div className={styles['posts']}>
      <PostSkeleton picture />
      <PostSkeleton />
      <PostSkeleton picture />
    </div>
  ),
  more: <PostSkeleton />,
}

type PostListProps = {
  source: PostListSource
  /** Returns false for posts of the source that are left out. It must keep its identity. */
  isShown?: (post: PostView) => boolean
  /** Renders what stands above a post. It must keep its identity. */
  renderTop?: (post: PostView) => ReactNode
  /** Rendered if there are no posts. */
  empty: ReactNode
  /** Rendered after the last post. */
  end: ReactNode
}

/** Infinite, virtualized list of posts. */
export function PostList({ source, isShown, renderTop, empty, end }: PostListProps) {
  const { posts: listed, ...pages } = usePostList(source)
  const posts = isShown ? listed.filter(isShown) : listed
  usePreloadWhenIdle(PRELOADS)
  const hasPosts = posts.length > 0
  const count = useDeferredValue(posts.length) // defers the count only: changes inside a post render at once
  const isPainted = useIsPainted(hasPosts)
  const shownPosts = posts.slice(0, isPainted ? Math.max(FIRST_PAINT_POSTS, count) : FIRST_PAINT_POSTS)
  const showsAll = shownPosts.length === posts.length
  const isFetchingNextPage = pages.isFetchingNextPage || !showsAll
  return (
    <InfiniteList
      query={{ ...pages, isFetchingNextPage }}
      distance={PREFETCH_DISTANCE_PX}
      isEmpty={!hasPosts}
      texts={LIST_TEXTS}
      skeletons={LIST_SKELETONS}
      empty={empty}
      end={showsAll && end}
    >
      {hasPosts && (
        <div role="feed" aria-busy={isFetchingNextPage} className={styles['posts']}>
          {shownPosts.map((post, index) => (
            <FeedPost
              key={post._id}
              post={post}
              renderTop={renderTop}
              position={index + 1}
              setSize={pages.hasNextPage ? UNKNOWN_SET_SIZE : posts.length}
            />
          ))}
        </div>
      )}
    </InfiniteList>
  )
}

type FeedPostProps = {
  post: PostView
  renderTop: PostListProps['renderTop']
  /** Position in the list, from 1, and the number of posts; -1 while more pages exist. */
  position: number
  setSize: number
}

/**
 * Post card in a feed, with its newest comment, and a one-line comment form while the card is hovered or has the focus. Comment opens the
 * page of the post. Memoized.
 */
const FeedPost = memo(function FeedPost({ post, renderTop, position, setSize }: FeedPostProps) {
  const navigate = useNavigate()
  const [isActive, setIsActive] = useState(false)
  const leave = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    const field = currentTarget.querySelector('textarea')
    if (!field?.value && !currentTarget.contains(document.activeElement)) setIsActive(false)
  }
  const activate = () => startTransition(() => setIsActive(true)) // with the focus of the card, which keeps it mounted
  const path = `/post/${post._id}`
  const open = (event: CardEvent) => openPost(event, path, navigate)
  return (
    <PostCard
      post={post}
      aria-posinset={position}
      aria-setsize={setSize}
      top={renderTop?.(post)}
      onComment={() => void navigate(path, { state: { writesComment: true } })}
      onPointerMove={activate} // also after what covered the card is gone, which fires no enter
      onPointerLeave={leave}
      onFocusCapture={activate}
      onClick={open}
      onAuxClick={open}
      onKeyDown={open}
    >
      <CommentPreview post={post} />
      <WaitingComments commentedPost={post._id} />
      {isActive && post.viewerMayComment !== false && (
        <div className={commentStyles['card-box']}>
          <LazyCommentForm commentedPost={post._id} isCompact />
        </div>
      )}
    </PostCard>
  )
})

import type { PostView } from '@meadow/contracts/browser'
import {
  BackBar,
  CommentsSection,
  getErrorDescription,
  PostCard,
  PostSkeleton,
  PostViews,
  SidebarLayout,
  usePost,
  usePostShortcuts,
  WaitingComments,
} from '@meadow/features'
import { Card, EmptyState, getButtonClassName } from '@meadow/ui'
import { ApiError, Link, useDocumentTitle, useLocation, useNavigate, useParams, useSearchParams } from '@meadow/web'
import { useRef } from 'react'
import { t } from '../texts.ts'
import { PostLoadError } from './post-load-error.tsx'

/** Post page: the complete post with all comments. */
export function PostPage() {
  const { id = '' } = useParams()
  const { data: post, error, isGone, refetch } = usePost(id)
  useDocumentTitle(post && !isGone ? t('post.by', { name: post.user.fullName }) : t('post.title'))
  usePostShortcuts()
  return (
    <SidebarLayout>
      <h1 className="visually-hidden">{t('post.title')}</h1>
      {isGone && <PostGone postId={id} isHidden={error instanceof ApiError && error.code === 'post_hidden'} />}
      {!isGone && post && <PostDetail key={id} post={post} />}
      {!isGone && !post && error && <PostLoadError text={getErrorDescription(error)} onRetry={() => void refetch()} />}
      {!post && !error && <PostSkeleton picture />}
    </SidebarLayout>
  )
}

function PostDetail({ post }: { post: PostView }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const linkedId = search.get('comment') ?? undefined
  const state = useLocation().state as { writesComment?: boolean } | null
  const writesComment = state?.writesComment === true
  const form = useRef<HTMLFormElement>(null)
  const writeComment = () => form.current?.querySelector('textarea')?.focus()

  return (
    <PostCard
      isDetail
      post={post}
      top={<BackBar>{t('post.title')}</BackBar>}
      onComment={writeComment}
      onDeleted={() => void navigate('/home', { replace: true })}
    >
      <PostViews post={post} />
      <CommentsSection key={linkedId} post={post} formRef={form} linkedId={linkedId} autoFocus={writesComment} />
    </PostCard>
  )
}

/**
 * Says that the post does not exist, or that moderators hide it from its author too, who learns there what was decided. Shows what the
 * member wrote below it.
 */
function PostGone({ postId, isHidden }: { postId: string; isHidden: boolean }) {
  const link = (
    <Link to={isHidden ? '/settings/reports' : '/home'} className={getButtonClassName({ variant: 'soft' })}>
      {t(isHidden ? 'post.goDecisions' : 'post.goHome')}
    </Link>
  )
  return (
    <Card as="div">
      <EmptyState title={t(isHidden ? 'post.hidden' : 'post.notFound')} action={link}>
        {t(isHidden ? 'post.hiddenText' : 'post.notFoundText')}
      </EmptyState>
      <WaitingComments commentedPost={postId} />
    </Card>
  )
}

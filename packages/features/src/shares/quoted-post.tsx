import type { QuotedPostView } from '@meadow/contracts/browser'
import { Time } from '@meadow/ui'
import { Link } from '@meadow/web'
import { MemberAvatar, MemberLink } from '../members/member-link.tsx'
import { PostPictures } from '../posts/post-pictures.tsx'
import { FoldedText } from '../text/folded-text.tsx'
import { t } from './share-texts.ts'
import styles from './shares.module.css'

/** The post within a post that shares it with a comment; null if the viewer may not see it. No landmark: a feed may have many of one author. */
export function QuotedPost({ post, isPreview = false }: { post: QuotedPostView | null; isPreview?: boolean }) {
  if (!post) return <p className={styles['unavailable']}>{t('share.unavailable')}</p>
  const { user } = post
  return (
    <blockquote className={styles['quoted']} aria-label={t('share.quoted', { name: user.fullName })}>
      <div className={styles['header']}>
        <MemberAvatar member={user} size={24} />
        <MemberLink member={user} />
        <bdi className={styles['username']}>@{user.username}</bdi>
        <Link to={`/post/${post._id}`} className={styles['time']}>
          <Time at={post.createdAt} />
        </Link>
      </div>
      {post.content && <FoldedText text={post.content} facets={post.facets} />}
      {!isPreview && <PostPictures post={post} />}
    </blockquote>
  )
}

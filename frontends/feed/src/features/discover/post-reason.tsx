import type { PostView } from '@meadow/contracts/browser'
import { Menu, type MenuItem } from '@meadow/ui'
import { useOutbox, useToast } from '@meadow/web'
import { CircleMinus, Sparkles } from 'lucide-react'
import styles from './discover.module.css'
import { type ExcludeActionData, excludeAction } from './discover-exclusions.ts'
import { t } from './texts.ts'

/** Tags of a post that the menu offers to exclude. */
const MAX_OFFERED_TAGS = 3

/** Returns the sentence that says why Discover shows a post; undefined for a reason that a newer version knows. */
export function formatReason({ reason }: Pick<PostView, 'reason'>): string | undefined {
  const { kind, member, tag } = reason ?? {}
  if (kind === 'liked-by-followed' && member) return t('reason.likedByFollowed', { name: member.fullName })
  if (kind === 'followed-tag' && tag) return t('reason.followedTag', { tag })
  if (kind === 'popular-tag' && tag) return t('reason.popularTag', { tag })
  if (kind === 'liked-by-similar') return t('reason.likedBySimilar')
  if (kind === 'popular') return t('reason.popular')
  return kind === 'new' ? t('reason.new') : undefined
}

/** Line above a post of Discover: the reason, and a menu that shows less like it. */
export function PostReason({ post }: { post: PostView }) {
  const exclude = useExclude()
  const tags = [...new Set((post.facets ?? []).flatMap(({ tag }) => tag ?? []))].slice(0, MAX_OFFERED_TAGS)
  const items: MenuItem[] = [
    { label: t('less.author', { name: post.user.fullName }), onSelect: () => exclude({ member: post.user }) },
    ...tags.map((tag) => ({ label: t('less.tag', { tag }), onSelect: () => exclude({ tag }) })),
  ]
  return (
    <div className={styles['reason']}>
      <Sparkles aria-hidden="true" />
      <p>
        <span className="visually-hidden">{t('reason.label')} </span>
        <bdi>{formatReason(post)}</bdi>
      </p>
      <Menu label={t('less.label')} icon={<CircleMinus />} items={items} />
    </div>
  )
}

/** Returns a function that takes an author or a tag out of Discover. A toast offers Undo. */
function useExclude() {
  const outbox = useOutbox()
  const toast = useToast()
  return (subject: { member: PostView['user'] } | { tag: string }) => {
    const set = (isExcluded: boolean) => {
      const data: ExcludeActionData = { ...subject, isExcluded }
      void outbox.add(excludeAction, data)
    }
    set(true)
    toast({
      tone: 'info',
      title: 'tag' in subject ? t('less.tagDone', subject) : t('less.authorDone', { name: subject.member.fullName }),
      action: { label: t('less.undo'), onSelect: () => set(false) },
    })
  }
}

import { useMutedContent, useMutePost, useMuteTag, usePost } from '@meadow/features'
import { Button } from '@meadow/ui'
import { Link } from '@meadow/web'
import { type ReactNode, useState } from 'react'
import { SectionLoadError, SectionSkeleton } from '../section-status.tsx'
import styles from '../settings.module.css'
import { formatUntil } from './format-until.ts'
import { t } from './texts.ts'

/** The number of muted posts that are fetched at once: each is a call. */
const THREADS_PER_STEP = 10

/** The tags that the viewer mutes, newest mute first, with Unmute. */
export function MutedTags() {
  const { content, error, refetch } = useMutedContent()
  return (
    <MuteList
      id="muted-tags"
      title={t('mutedWords.tags')}
      text={t('mutedWords.tagsText')}
      none={t('mutedWords.noTags')}
      items={content?.tags.map((mute) => <MutedTag key={mute.tag} {...mute} />)}
      onRetry={error ? () => void refetch() : undefined}
    />
  )
}

/** The posts that the viewer mutes, newest mute first, with Unmute. */
export function MutedThreads() {
  const { content, error, refetch } = useMutedContent()
  const [count, setCount] = useState(THREADS_PER_STEP)
  return (
    <MuteList
      id="muted-threads"
      title={t('mutedWords.threads')}
      text={t('mutedWords.threadsText')}
      none={t('mutedWords.noThreads')}
      items={content?.posts.slice(0, count).map((mute) => <MutedThread key={mute._id} {...mute} />)}
      onRetry={error ? () => void refetch() : undefined}
    >
      {content && content.posts.length > count && (
        <div className={styles['footer']}>
          <Button variant="line" onClick={() => setCount(count + THREADS_PER_STEP)}>
            {t('mutedWords.more')}
          </Button>
        </div>
      )}
    </MuteList>
  )
}

type MuteListProps = {
  id: string
  title: string
  text: string
  /** Shown if there are no items. */
  none: string
  /** Undefined until they are loaded. */
  items: readonly ReactNode[] | undefined
  /** Loads them again, if that failed. */
  onRetry: (() => void) | undefined
  children?: ReactNode
}

function MuteList({ id, title, text, none, items, onRetry, children }: MuteListProps) {
  return (
    <section aria-labelledby={id}>
      <div className={styles['subheading']}>
        <h2 id={id}>{title}</h2>
        <p>{text}</p>
      </div>
      {!items && (onRetry ? <SectionLoadError onRetry={onRetry} /> : <SectionSkeleton />)}
      {items?.length === 0 && <p className={styles['footer']}>{none}</p>}
      {items && items.length > 0 && <ul>{items}</ul>}
      {children}
    </section>
  )
}

type MuteRowProps = { mutedUntil: string | null; unmuteLabel: string; onUnmute: () => void; children: ReactNode }

function MuteRow({ mutedUntil, unmuteLabel, onUnmute, children }: MuteRowProps) {
  return (
    <li className={styles['setting']}>
      <div className={styles['labels']}>
        {children}
        {mutedUntil !== null && <p>{formatUntil(mutedUntil)}</p>}
      </div>
      <Button variant="line" size="s" aria-label={unmuteLabel} onClick={onUnmute}>
        {t('mutedWords.unmute')}
      </Button>
    </li>
  )
}

function MutedTag({ tag, mutedUntil }: { tag: string; mutedUntil: string | null }) {
  const change = useMuteTag(tag)
  return (
    <MuteRow
      mutedUntil={mutedUntil}
      unmuteLabel={t('mutedWords.unmuteTag', { tag })}
      onUnmute={() => change(false, mutedUntil)}
    >
      <h3 className={styles['word']}>
        <Link to={`/tag/${encodeURIComponent(tag)}`}>
          <bdi>#{tag}</bdi>
        </Link>
      </h3>
    </MuteRow>
  )
}

function MutedThread({ _id, mutedUntil }: { _id: string; mutedUntil: string | null }) {
  const { data: post, isGone, isError } = usePost(_id)
  const change = useMutePost(_id)
  const state = isGone ? 'mutedWords.threadGone' : isError ? 'mutedWords.threadUnknown' : 'mutedWords.threadLoading'
  return (
    <MuteRow
      mutedUntil={mutedUntil}
      unmuteLabel={post ? t('mutedWords.unmuteThread', { name: post.user.fullName }) : t('mutedWords.unmuteGone')}
      onUnmute={() => change(false, mutedUntil)}
    >
      {post ? (
        <>
          <h3>{post.user.fullName}</h3>
          <Link to={`/post/${_id}`} className={styles['excerpt']} dir="auto">
            {post.content || t('mutedWords.picture')}
          </Link>
        </>
      ) : (
        <p>{t(state)}</p>
      )}
    </MuteRow>
  )
}

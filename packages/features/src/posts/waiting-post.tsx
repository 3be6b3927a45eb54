import type { SessionUser } from '@meadow/contracts/browser'
import { findFacets } from '@meadow/contracts/find-facets'
import { Avatar, Button, Card } from '@meadow/ui'
import { describeOutboxRefusal, type ShownOutboxEntry, useNavigate } from '@meadow/web'
import { MessageCircle } from 'lucide-react'
import { useMemo, useState } from 'react'
import { LazyCommentForm } from '../comments/lazy-comment-form.tsx'
import { WaitingComments } from '../comments/waiting-comments.tsx'
import { MemberName } from '../members/member-name.tsx'
import type { CommentedPost } from '../outbox-plans.ts'
import { t as sendTrayTexts } from '../send-tray/texts.ts'
import { usePreviewUrl } from '../send-tray/use-preview-url.ts'
import { QuotedPost } from '../shares/quoted-post.tsx'
import { type QuoteActionData, quoteAction } from '../shares/share-action.ts'
import { FoldedText } from '../text/folded-text.tsx'
import { WaitingNote } from '../waiting/waiting-note.tsx'
import styles from './post.module.css'
import type { PublishedPicture, PublishPostActionData } from './publish-post-action.ts'
import { t } from './waiting-post-texts.ts'
import waitingStyles from './waiting-posts.module.css'

export type WaitingPostProps = { entry: ShownOutboxEntry<PublishPostActionData>; author: SessionUser }

/** A post that waits, with its comments. While the server cannot have it, the composer takes its text and pictures back. */
export function WaitingPost({ entry, author }: WaitingPostProps) {
  const navigate = useNavigate()
  const [isCommenting, setIsCommenting] = useState(false)
  const { content, pictures = [], video, settings } = entry.data // an earlier version shared without pictures
  const isQuote = entry.kind === quoteAction.name
  const { quoted } = entry.data as QuoteActionData
  const facets = useMemo(() => findFacets(content, location.origin), [content])
  const edit = () => void navigate('/home', { state: { compose: true, editedEntryId: entry.id, quoted } })
  const canEdit = !isQuote || quoted !== undefined
  const post: CommentedPost = { fromEntry: entry.id, path: '_id' }
  return (
    <Card as="article" className={styles['post']} aria-label={t('waiting.post')}>
      <div className={styles['content']}>
        <Avatar name={author.fullName} src={author.avatar} />
        <div className={styles['body']}>
          <header className={styles['header']}>
            <MemberName member={author} />
            <bdi className={styles['username']}>@{author.username}</bdi>
          </header>
          <FoldedText text={content} facets={facets} lang={settings?.language} className={styles['text']} />
          {pictures.length > 0 && <WaitingPictures pictures={pictures} />}
          {video && <WaitingVideo file={video.file} />}
          {quoted && <QuotedPost post={quoted} isPreview />}
          <WaitingNote
            entry={entry}
            refusalText={describeOutboxRefusal(entry)}
            onUndo={canEdit && isTakenBackByEdit(entry) ? edit : undefined}
          >
            {canEdit && (
              <Button variant="line" size="s" onClick={edit}>
                {t('waiting.edit')}
              </Button>
            )}
          </WaitingNote>
          {!entry.refusal && !isQuote && (
            <Button variant="plain" size="s" onClick={() => setIsCommenting(!isCommenting)}>
              <MessageCircle aria-hidden="true" />
              {t('waiting.comment')}
            </Button>
          )}
        </div>
      </div>
      <WaitingComments commentedPost={post} />
      {isCommenting && <LazyCommentForm commentedPost={post} autoFocus />}
    </Card>
  )
}

/** Returns true if Edit takes the post back: before its text was sent. The outbox decides for certain. */
const isTakenBackByEdit = ({ attempts, responses, requests }: WaitingPostProps['entry']): boolean =>
  attempts === 0 || responses.length < requests.length - 1

function WaitingVideo({ file }: { file: File }) {
  return (
    <div className={waitingStyles['pictures']}>
      {/* biome-ignore lint/a11y/useMediaCaption: the member's own video */}
      <video src={usePreviewUrl(file)} aria-label={t('waiting.video')} controls playsInline preload="metadata" />
    </div>
  )
}

function WaitingPictures({ pictures }: { pictures: readonly PublishedPicture[] }) {
  return (
    <div className={waitingStyles['pictures']}>
      {pictures.map((picture, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pictures of an entry never change
        <WaitingPicture key={index} picture={picture} />
      ))}
    </div>
  )
}

function WaitingPicture({ picture: { file, alt } }: { picture: PublishedPicture }) {
  return <img src={usePreviewUrl(file)} alt={alt || sendTrayTexts('sendTray.preview', { count: 1, number: 1 })} />
}

import type { CommentView, PostView } from '@meadow/contracts/browser'
import { MAX_COMMENT_LENGTH } from '@meadow/contracts/limits'
import { countStoredCharacters, trimText } from '@meadow/contracts/visible-text'
import { Alert, Avatar, IconButton, readKey, TextArea } from '@meadow/ui'
import { useSession } from '@meadow/web'
import { Lock, SendHorizontal } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react'
import { joinFailureReason } from '../get-error-description.ts'
import { useKeepMounted } from '../lists/use-virtualized-item.ts'
import type { CommentedPost } from '../outbox-plans.ts'
import { MentionField } from '../text/mention-field.tsx'
import { useBlockedReason } from '../waiting/use-blocked-reason.ts'
import styles from './comments.module.css'
import { t } from './texts.ts'
import { useAddComment } from './use-comments.ts'

const COUNTER_FROM_LENGTH = MAX_COMMENT_LENGTH - 200

export type CommentFormProps = {
  commentedPost: CommentedPost
  /** The post as the viewer sees it: its author may have chosen who may comment. */
  shownPost?: PostView
  formRef?: RefObject<HTMLFormElement | null>
  /** Focuses the field when it appears. */
  autoFocus?: boolean
  onAdded?: (comment: CommentView) => void
  /** The comment to which it replies. @default the form adds a comment to the post */
  replyTo?: CommentView
  /** Closes the form of a reply, with Escape too. */
  onCancel?: () => void
  /** Shows one line without the picture of the viewer. */
  isCompact?: boolean
}

/** Comment form; if the author has not let the viewer comment, a note says why instead. */
export function CommentForm({ shownPost, ...props }: CommentFormProps) {
  if (shownPost?.viewerMayComment !== false) return <CommentFields {...props} />
  const name = shownPost.user.fullName
  return (
    <p className={styles['restriction']} role="note">
      <Lock aria-hidden="true" />
      <span>
        {t(shownPost.commentAudience === 'mentioned' ? 'comments.onlyMentioned' : 'comments.onlyFollowed', { name })}
      </span>
    </p>
  )
}

/** Fields of the form: Enter sends, Shift+Enter inserts a line break. The text stays if sending fails. */
function CommentFields({
  commentedPost,
  formRef,
  autoFocus = false,
  onAdded,
  replyTo,
  onCancel,
  isCompact = false,
}: Omit<CommentFormProps, 'shownPost'>) {
  const { user } = useSession()
  const [text, setText] = useState('')
  const add = useAddComment(commentedPost, replyTo?._id)
  const blockedReason = useBlockedReason()
  useKeepMounted(text !== '')
  const comment = trimText(text)
  const canSend =
    comment !== '' && countStoredCharacters(comment) <= MAX_COMMENT_LENGTH && !add.isPending && !blockedReason

  const send = () => {
    if (!canSend) return
    add.mutate(comment, {
      onSuccess: (result) => {
        setText('')
        if (result.isSent) onAdded?.(result.response.comment)
      },
    })
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const key = readKey(event)
    if (key === 'Escape' && !event.defaultPrevented) onCancel?.()
    if (key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    send()
  }
  return (
    <form className={styles['form']} ref={formRef} onSubmit={handleSubmit}>
      {!isCompact && (
        <Avatar name={user?.fullName ?? t('comments.anonymous')} src={user?.avatar} size={replyTo ? 30 : 36} />
      )}
      <div className={styles['field']}>
        <MentionField>
          <TextArea
            variant="pill"
            label={replyTo ? t('comments.replyLabel', { name: replyTo.user.fullName }) : t('comments.label')}
            hideLabel
            placeholder={t(replyTo ? 'comments.replyPlaceholder' : 'comments.placeholder')}
            value={text}
            onChange={setText}
            maxHeight={160}
            counter={{ max: MAX_COMMENT_LENGTH, from: COUNTER_FROM_LENGTH }}
            readOnly={add.isPending}
            disabled={blockedReason !== undefined}
            hint={blockedReason}
            enterKeyHint="send"
            autoFocus={autoFocus}
            onKeyDown={handleKeyDown}
          />
        </MentionField>
        {add.isError && <Alert>{joinFailureReason(t('comments.failed'), add.error)}</Alert>}
      </div>
      <IconButton
        type="submit"
        label={t('comments.send')}
        icon={<SendHorizontal aria-hidden="true" />}
        className={styles['send']}
        aria-disabled={!canSend}
      />
    </form>
  )
}

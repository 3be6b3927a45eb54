import type { PostView } from '@meadow/contracts/browser'
import { MAX_POST_LENGTH } from '@meadow/contracts/limits'
import { countCharacters, trimText } from '@meadow/contracts/visible-text'
import { Alert, Button, Dialog, TextArea } from '@meadow/ui'
import { ApiError, useToast } from '@meadow/web'
import { type FormEvent, useState } from 'react'
import { MentionField } from '../text/mention-field.tsx'
import { useForegroundAction } from '../waiting/use-foreground-action.ts'
import { QuotedPost } from './quoted-post.tsx'
import { quoteAction } from './share-action.ts'
import { t } from './share-texts.ts'
import styles from './shares.module.css'

export type QuoteDialogProps = { post: PostView; isOpen: boolean; onClose: () => void }

/** Shares a post with a comment. The text stays if that fails. */
export function QuoteDialog({ post, isOpen, onClose }: QuoteDialogProps) {
  return (
    <Dialog open={isOpen} onClose={onClose} title={t('share.title')}>
      {isOpen && <QuoteForm post={post} onClose={onClose} />}
    </Dialog>
  )
}

function QuoteForm({ post, onClose }: Pick<QuoteDialogProps, 'post' | 'onClose'>) {
  const toast = useToast()
  const { perform } = useForegroundAction(quoteAction)
  const [text, setText] = useState('')
  const [isSending, setIsSending] = useState(false)
  const [error, setError] = useState('')
  const content = trimText(text)
  const canSend = content !== '' && countCharacters(content) <= MAX_POST_LENGTH && !isSending
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!canSend) return
    setIsSending(true)
    setError('')
    try {
      const { isSent } = await perform({ postId: post._id, content })
      toast(
        isSent ? { tone: 'success', title: t('share.quoteShared') } : { tone: 'info', title: t('share.sharedLater') },
      )
      onClose()
    } catch (cause) {
      setIsSending(false)
      setError((cause instanceof ApiError && cause.message) || t('share.failed'))
    }
  }
  return (
    <form className={styles['form']} onSubmit={(event) => void send(event)}>
      {error && <Alert>{error}</Alert>}
      <MentionField>
        <TextArea
          label={t('share.label')}
          value={text}
          onChange={setText}
          counter={{ max: MAX_POST_LENGTH, from: MAX_POST_LENGTH - 500 }}
          data-autofocus
        />
      </MentionField>
      <QuotedPost post={post} isPreview />
      <div className={styles['buttons']}>
        <Button variant="quiet" onClick={onClose}>
          {t('share.cancel')}
        </Button>
        <Button type="submit" disabled={!canSend}>
          {t('share.post')}
        </Button>
      </div>
    </form>
  )
}

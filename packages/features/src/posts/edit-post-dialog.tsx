import type { PostView } from '@meadow/contracts/browser'
import { MAX_POST_LENGTH } from '@meadow/contracts/limits'
import { countStoredCharacters } from '@meadow/contracts/visible-text'
import { Alert, Button, Dialog, TextArea } from '@meadow/ui'
import { ApiError, api, useOutbox, useToast } from '@meadow/web'
import { type FormEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { FoldedText } from '../text/folded-text.tsx'
import { MentionField } from '../text/mention-field.tsx'
import { useForegroundAction } from '../waiting/use-foreground-action.ts'
import { useWaitingEntries } from '../waiting/use-waiting-entries.ts'
import styles from './edit-post.module.css'
import { editPostAction } from './edit-post-action.ts'
import { t } from './edit-post-texts.ts'

export type EditPostDialogProps = { post: PostView; isOpen: boolean; onClose: () => void }

/** Changes the text of a post. If it was edited elsewhere, both texts are shown, and the member chooses. */
export function EditPostDialog({ post, isOpen, onClose }: EditPostDialogProps) {
  return (
    <Dialog open={isOpen} onClose={onClose} title={t('edit.title')}>
      {isOpen && <EditPostForm post={post} onClose={onClose} />}
    </Dialog>
  )
}

function EditPostForm({ post, onClose }: Pick<EditPostDialogProps, 'post' | 'onClose'>) {
  const outbox = useOutbox()
  const toast = useToast()
  const { perform } = useForegroundAction(editPostAction)
  const waiting = useWaitingEntries(editPostAction).find(({ data }) => data.postId === post._id)
  const [base, setBase] = useState<PostView>(() => ({ ...post, ...waiting?.data.before })) // not what arrives while one writes
  const [text, setText] = useState(waiting?.data.content ?? post.content)
  const [theirs, setTheirs] = useState<PostView>()
  const [isSaving, setIsSaving] = useState(false)
  const [error, setError] = useState('')
  const formId = useId()
  const content = text.trim()
  const isTooLong = countStoredCharacters(content) > MAX_POST_LENGTH
  const isEmpty = content === '' && post.pictures.length === 0 && !post.video

  const showConflict = async () => {
    const current = await api('GET /posts/:id', { params: { id: post._id } })
    setTheirs(current)
    setBase(current)
  }
  const showEarlierConflict = useEffectEvent(() => {
    if (waiting?.refusal?.code === 'edited_elsewhere') void showConflict().catch(() => undefined) // offline: Save tries again
  })
  useEffect(() => showEarlierConflict(), [])

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isTooLong || isEmpty || isSaving) return
    if (content === base.content && !waiting) return onClose()
    setIsSaving(true)
    setError('')
    try {
      if (waiting?.refusal) await outbox.discard(waiting.id)
      const { facets, rev } = base
      const result = await perform({ postId: post._id, content, before: { content: base.content, facets, rev } })
      toast(result.isSent ? { tone: 'success', title: t('edit.saved') } : { tone: 'info', title: t('edit.savedLater') })
      onClose()
    } catch (cause) {
      setIsSaving(false)
      if (cause instanceof ApiError && cause.code === 'edited_elsewhere') {
        await showConflict().catch(() => setError(t('edit.failed')))
      } else setError((cause instanceof ApiError && cause.message) || t('edit.failed'))
    }
  }
  const leave = () => {
    if (waiting?.refusal) void outbox.discard(waiting.id)
    onClose()
  }

  return (
    <form id={formId} className={styles['form']} onSubmit={(event) => void save(event)}>
      {error && <Alert>{error}</Alert>}
      {theirs && (
        <>
          <Alert>{t('edit.conflict')}</Alert>
          <section className={styles['theirs']} aria-label={t('edit.theirs')}>
            <p className={styles['caption']}>{t('edit.theirs')}</p>
            <FoldedText text={theirs.content} facets={theirs.facets} />
          </section>
        </>
      )}
      <MentionField>
        <TextArea
          label={t('edit.label')}
          hint={t('edit.hint')}
          value={text}
          onChange={setText}
          counter={{ max: MAX_POST_LENGTH, from: MAX_POST_LENGTH - 500 }}
          data-autofocus
        />
      </MentionField>
      <div className={styles['buttons']}>
        <Button variant="quiet" onClick={leave}>
          {t(theirs ? 'edit.useTheirs' : 'edit.cancel')}
        </Button>
        <Button type="submit" disabled={isTooLong || isEmpty || isSaving}>
          {t(theirs ? 'edit.keepMine' : 'edit.save')}
        </Button>
      </div>
    </form>
  )
}

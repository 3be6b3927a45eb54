import type { CommentView } from '@meadow/contracts/browser'
import { MAX_COMMENT_LENGTH } from '@meadow/contracts/limits'
import { countStoredCharacters, trimText } from '@meadow/contracts/visible-text'
import { Alert, Button, readKey, TextArea } from '@meadow/ui'
import { useMutation } from '@meadow/web'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { joinFailureReason } from '../get-error-description.ts'
import { MentionField } from '../text/mention-field.tsx'
import { useForegroundAction } from '../waiting/use-foreground-action.ts'
import { editCommentAction } from './changed-comment-actions.ts'
import { t } from './texts.ts'
import threadStyles from './threads.module.css'

type EditCommentFormProps = { postId: string; comment: CommentView; onClose: () => void }

/**
 * Form in the place of a comment that is edited: Enter saves, Escape cancels. If the comment was edited elsewhere since, both texts are
 * shown, and the next attempt replaces the other one.
 */
export function EditCommentForm({ postId, comment, onClose }: EditCommentFormProps) {
  const [text, setText] = useState(comment.text)
  const [base, setBase] = useState(comment)
  const { perform } = useForegroundAction(editCommentAction)
  const edit = useMutation({ mutationFn: (edited: string) => perform({ postId, comment: base, text: edited }) })
  const edited = trimText(text)
  const canSave = edited !== '' && countStoredCharacters(edited) <= MAX_COMMENT_LENGTH && !edit.isPending
  const isEditedElsewhere = comment.editedAt !== base.editedAt && comment.text !== edited // its own edit arrives before the form closes

  const save = () => {
    if (!canSave) return
    if (edited === base.text && !isEditedElsewhere) return onClose()
    edit.mutate(edited, { onSuccess: onClose, onError: () => setBase(comment) })
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const key = readKey(event)
    if (key === 'Escape') return onClose()
    if (key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    save()
  }
  return (
    <form className={threadStyles['edit']} onSubmit={handleSubmit}>
      <MentionField>
        <TextArea
          label={t('comments.editLabel')}
          hideLabel
          value={text}
          onChange={setText}
          maxHeight={240}
          counter={{ max: MAX_COMMENT_LENGTH, from: MAX_COMMENT_LENGTH - 200 }}
          readOnly={edit.isPending}
          enterKeyHint="send"
          autoFocus
          onKeyDown={handleKeyDown}
        />
      </MentionField>
      {edit.isError && <Alert>{joinFailureReason(t('comments.editFailed'), edit.error)}</Alert>}
      {isEditedElsewhere && (
        <p className={threadStyles['reply-to']}>
          {t('comments.currentText')} <span dir="auto">{comment.text}</span>
        </p>
      )}
      <div className={threadStyles['edit-actions']}>
        <Button type="submit" size="s" aria-disabled={!canSave}>
          {t('comments.save')}
        </Button>
        <Button variant="quiet" size="s" onClick={onClose}>
          {t('comments.cancel')}
        </Button>
      </div>
    </form>
  )
}

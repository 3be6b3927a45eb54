import { MAX_POST_LENGTH } from '@meadow/contracts/limits'
import { PictureInput } from '@meadow/features'
import { Alert, Avatar, Button, Dialog, IconButton, Tag, TextArea } from '@meadow/ui'
import { useSession } from '@meadow/web'
import { Globe, Image } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { t } from '../../texts.ts'
import styles from './composer.module.css'
import { PicturePreview } from './picture-preview.tsx'
import { usePostDraft } from './use-post-draft.ts'

const FORM_ID = 'create-post'
const COUNTER_FROM_LENGTH = MAX_POST_LENGTH - 500

export type ComposerProps = {
  open: boolean
  /** Opens the file picker at once. */
  withPicture: boolean
  onClose: () => void
}

/** Create Post dialog. It stays mounted while closed, so that the draft survives. */
export function Composer({ open, withPicture, onClose }: ComposerProps) {
  const { user } = useSession()
  const draft = usePostDraft()
  const picker = useRef<HTMLInputElement>(null)
  const busy = draft.isPublishing

  useEffect(() => {
    if (open && withPicture) picker.current?.click()
  }, [open, withPicture])

  const post = (event?: FormEvent) => {
    event?.preventDefault()
    draft.publish(onClose)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) post()
  }
  const footer = (
    <>
      <IconButton
        label={t('composer.addPicture')}
        icon={<Image aria-hidden="true" />}
        disabled={busy}
        onClick={() => picker.current?.click()}
      />
      <Button
        type="submit"
        form={FORM_ID}
        className={styles['submit']}
        disabled={!draft.isComplete}
        busy={busy}
        busyLabel={t('composer.posting')}
      >
        {t('composer.post')}
      </Button>
    </>
  )

  return (
    <Dialog open={open} onClose={onClose} title={t('composer.title')} footer={footer} busy={busy}>
      <form id={FORM_ID} className={styles['form']} onSubmit={post} onKeyDown={handleKeyDown}>
        <div className={styles['author']}>
          <Avatar name={user?.fullName ?? ''} src={user?.avatar} />
          <div>
            <div className={styles['name']}>{user?.fullName}</div>
            <Tag tone="neutral" icon={<Globe aria-hidden="true" />}>
              {t('composer.public')}
            </Tag>
          </div>
        </div>
        <TextArea
          variant="bare"
          label={t('composer.prompt')}
          hideLabel
          placeholder={t('composer.prompt')}
          value={draft.text}
          onChange={draft.setText}
          maxHeight={320}
          counter={{ max: MAX_POST_LENGTH, from: COUNTER_FROM_LENGTH }}
          disabled={busy}
          data-autofocus
        />
        {draft.picture && (
          <PicturePreview
            key={draft.picture.preview}
            picture={draft.picture}
            alt={draft.alt}
            onAlt={draft.setAlt}
            onRemove={draft.removePicture}
            disabled={busy}
          />
        )}
        {draft.error && !busy && <Alert>{draft.error}</Alert>}
        <PictureInput ref={picker} label={t('composer.addPicture')} disabled={busy} onPick={draft.choosePicture} />
      </form>
    </Dialog>
  )
}

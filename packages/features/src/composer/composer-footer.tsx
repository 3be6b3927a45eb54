import { Button, IconButton } from '@meadow/ui'
import { Image, Video } from 'lucide-react'
import { UploadProgress } from '../send-tray/upload-progress.tsx'
import styles from './composer.module.css'
import { t } from './texts.ts'
import type { PostDraft, usePublishPost } from './use-publish-post.ts'

type ComposerFooterProps = {
  formId: string
  draft: PostDraft
  /** Nothing can be written now. */
  isBlocked: boolean
  publication: ReturnType<typeof usePublishPost>
  onPickPictures: () => void
  /** @default the post can have no video */
  onPickVideo?: (() => void) | undefined
  onDiscard: () => void
}

/** Buttons of the composer. While pictures or a video are uploaded it shows their progress. */
export function ComposerFooter({
  formId,
  draft,
  isBlocked,
  publication,
  onPickPictures,
  onPickVideo,
  onDiscard,
}: ComposerFooterProps) {
  const { isPublishing, uploadShare, cancelUpload } = publication
  return (
    <>
      {uploadShare === undefined ? (
        <>
          <IconButton
            label={t('composer.addPictures')}
            icon={<Image aria-hidden="true" />}
            disabled={isPublishing || draft.tray.isFull || draft.video !== undefined}
            onClick={onPickPictures}
          />
          {onPickVideo && (
            <IconButton
              label={t('composer.addVideo')}
              icon={<Video aria-hidden="true" />}
              disabled={isPublishing || draft.tray.pictures.length > 0 || draft.video !== undefined}
              onClick={onPickVideo}
            />
          )}
          {!draft.isEmpty && (
            <Button variant="plain" disabled={isPublishing} onClick={onDiscard}>
              {t('composer.discard')}
            </Button>
          )}
        </>
      ) : (
        <div className={styles['upload']}>
          <UploadProgress share={uploadShare} onCancel={cancelUpload} />
        </div>
      )}
      <Button
        type="submit"
        form={formId}
        className={styles['submit']}
        disabled={!draft.isComplete || isBlocked}
        busy={isPublishing}
        busyLabel={t('composer.posting')}
      >
        {t('composer.post')}
      </Button>
    </>
  )
}

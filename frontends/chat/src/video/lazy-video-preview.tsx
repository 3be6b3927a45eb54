import { Button, Dialog } from '@meadow/ui'
import { LazyComponent } from '@meadow/web'
import { t } from '../texts.ts'
import type { VideoPreviewProps } from './video-preview.tsx'

const load = () => import('./video-preview.tsx')

/** Loads the preview of a video when one is chosen. */
export function LazyVideoPreview(props: VideoPreviewProps) {
  return (
    <LazyComponent
      load={load}
      props={props}
      fallback={
        <span role="status" className="visually-hidden">
          {t('video.reading')}
        </span>
      }
      renderError={(retry) => (
        <Dialog open onClose={props.onCancel} title={t('video.title')}>
          <p role="alert">{t('video.failed')}</p>
          <Button variant="soft" onClick={retry}>
            {t('tryAgain')}
          </Button>
        </Dialog>
      )}
    />
  )
}

import { Alert, Button, Dialog } from '@meadow/ui'
import type { PictureViewerProps } from '@meadow/ui/picture-viewer'
import { LazyComponent } from '@meadow/web'
import { useState } from 'react'
import { t } from '../texts.ts'

/** Loads the code of the picture viewer, for example as soon as a picture is pressed. */
export const loadPictureViewer = async () => ({ default: (await import('@meadow/ui/picture-viewer')).PictureViewer })

/** Picture viewer whose code is loaded when it is first opened. It stays mounted afterwards. */
export function LazyPictureViewer(props: PictureViewerProps) {
  const [wasOpened, setWasOpened] = useState(props.open)
  if (props.open && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <LazyComponent
      load={loadPictureViewer}
      props={props}
      fallback={null}
      renderError={(retry) => <ViewerLoadError {...props} onRetry={retry} />}
    />
  )
}

function ViewerLoadError({ open, onClose, onRetry }: PictureViewerProps & { onRetry: () => void }) {
  const retryButton = <Button onClick={onRetry}>{t('tryAgain')}</Button>
  return (
    <Dialog open={open} onClose={onClose} title={t('picture.viewer')} footer={retryButton}>
      <Alert>{t('picture.viewerFailed')}</Alert>
    </Dialog>
  )
}

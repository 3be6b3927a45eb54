import { Alert, Button, Dialog } from '@meadow/ui'
import { LazyComponent } from '@meadow/web'
import { useState } from 'react'
import { t } from '../../texts.ts'
import type { ComposerProps } from './composer.tsx'

export const loadComposer = async () => ({ default: (await import('./composer.tsx')).Composer })

/** Loads the composer when it is first opened. It stays mounted afterwards, with its draft. */
export function LazyComposer(props: ComposerProps) {
  const [wasOpened, setWasOpened] = useState(props.open)
  if (props.open && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <LazyComponent
      load={loadComposer}
      props={props}
      fallback={null}
      renderError={(retry) => <ComposerLoadError {...props} onRetry={retry} />}
    />
  )
}

function ComposerLoadError({ open, onClose, onRetry }: ComposerProps & { onRetry: () => void }) {
  const retryButton = <Button onClick={onRetry}>{t('tryAgain')}</Button>
  return (
    <Dialog open={open} onClose={onClose} title={t('composer.title')} footer={retryButton}>
      <Alert>{t('lazy.loadFailed')}</Alert>
    </Dialog>
  )
}

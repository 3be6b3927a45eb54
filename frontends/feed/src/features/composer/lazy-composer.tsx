import { loadWaitingPost } from '@meadow/features'
import { Alert, Button, Dialog } from '@meadow/ui'
import { LazyComponent } from '@meadow/web'
import { useState } from 'react'
import { t } from '../../texts.ts'
import type { ComposerProps } from './composer.tsx'

/** Loads the composer, and the code of a post that waits: it is shown without a network too. */
export const loadComposer = async () => {
  const [{ Composer }] = await Promise.all([import('./composer.tsx'), loadWaitingPost()])
  return { default: Composer }
}

/** Loads the composer when it is first opened. It stays mounted afterwards, with its draft. */
export function LazyComposer(props: ComposerProps) {
  const isOpen = props.request !== undefined
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
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

function ComposerLoadError({ request, onClose, onRetry }: ComposerProps & { onRetry: () => void }) {
  const retryButton = <Button onClick={onRetry}>{t('tryAgain')}</Button>
  return (
    <Dialog open={request !== undefined} onClose={onClose} title={t('composer.title')} footer={retryButton}>
      <Alert>{t('lazy.loadFailed')}</Alert>
    </Dialog>
  )
}

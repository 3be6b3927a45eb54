import { Alert, Button, Dialog } from '@meadow/ui'
import { Late } from '@meadow/web'
import { useState } from 'react'
import { t } from '../../texts.ts'
import type { ComposerProps } from './composer.tsx'

export const loadComposer = async () => ({ default: (await import('./composer.tsx')).Composer })

/** The composer, from when it is first wanted. From then on it stays, with unsent words. */
export function LateComposer(props: ComposerProps) {
  const [isWanted, setWanted] = useState(props.open)
  if (props.open && !isWanted) setWanted(true)
  if (!isWanted) return null
  return (
    <Late
      load={loadComposer}
      props={props}
      waiting={null}
      failed={(again) => <NoComposer {...props} onRetry={again} />}
    />
  )
}

function NoComposer({ open, onClose, onRetry }: ComposerProps & { onRetry: () => void }) {
  const again = <Button onClick={onRetry}>{t('late.tryAgain')}</Button>
  return (
    <Dialog open={open} onClose={onClose} title={t('composer.title')} footer={again}>
      <Alert>{t('late.text')}</Alert>
    </Dialog>
  )
}

import { LazyComponent, useToast } from '@meadow/web'
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { t } from './texts.ts'

type LazyDialogProps<Props extends object> = {
  isOpen: boolean
  onClose: () => void
  load: () => Promise<{ default: ComponentType<Props> }>
  props: Props
}

/**
 * Dialog whose code is loaded when it is first opened. It stays mounted afterwards. If that fails, a toast says so, and the next
 * opening tries again.
 */
export function LazyDialog<Props extends object>({ isOpen, onClose, load, props }: LazyDialogProps<Props>) {
  const [wasOpened, setWasOpened] = useState(false)
  if (isOpen && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  const handleFailure = () => {
    setWasOpened(false)
    onClose()
  }
  return (
    <LazyComponent
      load={load}
      props={props}
      fallback={null}
      renderError={() => <FailureToast onShow={handleFailure} />}
    />
  )
}

/** Shows a toast once. Renders nothing. */
function FailureToast({ onShow }: { onShow: () => void }): null {
  const toast = useToast()
  const show = useEffectEvent(() => {
    toast({ tone: 'error', title: t('dialog.loadFailed'), text: t('dialog.loadFailedText') })
    onShow()
  })
  useEffect(() => show(), [])
  return null
}

import { IconButton } from '@meadow/ui'
import { LazyComponent, useToast } from '@meadow/web'
import { MonitorDown } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { readInstallPrompt, showInstallPrompt, subscribeToInstallPrompt } from './install-prompt.ts'
import { getInstallState, isStandaloneApp } from './install-state.ts'
import { t } from './texts.ts'

const loadDialog = async () => ({ default: (await import('./manual-install-dialog.tsx')).ManualInstallDialog })

/** Button that installs the app, or shows how on iPhones. Renders nothing where it is installed or cannot be. */
export function InstallButton() {
  const toast = useToast()
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const hasPrompt = useSyncExternalStore(subscribeToInstallPrompt, () => readInstallPrompt() !== undefined)
  const { userAgent, maxTouchPoints } = navigator
  const state = getInstallState({ isStandalone: isStandaloneApp(), hasPrompt, userAgent, maxTouchPoints })

  const install = async () => {
    if (state === 'manual') return setIsHelpOpen(true)
    const outcome = await showInstallPrompt()
    if (outcome === 'accepted') toast({ tone: 'success', title: t('install.started'), text: t('install.startedText') })
    else if (outcome === 'dismissed')
      toast({ tone: 'info', title: t('install.canceled'), text: t('install.canceledText') })
  }
  if (state !== 'installable' && state !== 'manual') return null
  const close = () => setIsHelpOpen(false)
  return (
    <>
      <IconButton
        label={t('install.button')}
        icon={<MonitorDown aria-hidden="true" />}
        onClick={() => void install()}
      />
      {isHelpOpen && (
        <LazyComponent load={loadDialog} props={{ onClose: close }} fallback={null} renderError={() => null} />
      )}
    </>
  )
}

import { LazyDialog } from '@meadow/features'
import { rememberLoaded, useNavigate, useShortcuts } from '@meadow/web'
import { useState } from 'react'
import { t } from './texts.ts'

const loadDialog = rememberLoaded(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }))

/** Defines the shortcuts of the application. `?` opens the list of all that work now. */
export function KeyboardShortcuts() {
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  useShortcuts([
    { keys: '?', text: t('shortcuts.show'), scope: 'app', run: () => setIsOpen(true) },
    { keys: 'g h', text: t('shortcuts.home'), scope: 'app', run: () => void navigate('/home') },
    { keys: 'g n', text: t('shortcuts.alerts'), scope: 'app', run: () => void navigate('/alert') },
    { keys: 'g m', text: t('shortcuts.inbox'), scope: 'app', run: () => void navigate('/inbox') },
    {
      keys: 'n',
      text: t('shortcuts.newPost'),
      scope: 'app',
      run: () => void navigate('/home', { state: { compose: true } }),
    },
    { keys: 'Escape', text: t('shortcuts.close'), scope: 'app' },
  ])
  return <LazyDialog isOpen={isOpen} onClose={close} load={loadDialog} props={{ open: isOpen, onClose: close }} />
}

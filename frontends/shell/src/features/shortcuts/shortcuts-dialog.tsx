import { Dialog } from '@meadow/ui'
import { type Shortcut, useShortcutList } from '@meadow/web'
import { Fragment } from 'react'
import styles from './shortcuts.module.css'
import { t } from './texts.ts'

const SCOPES = ['page', 'app'] as const

/** Lists the shortcuts that work now, those of the page first. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const shortcuts = useShortcutList()
  return (
    <Dialog open={open} onClose={onClose} title={t('shortcuts.title')}>
      {SCOPES.map((scope) => {
        const ofScope = shortcuts.filter((shortcut) => shortcut.scope === scope)
        if (ofScope.length === 0) return null
        return (
          <section key={scope} className={styles['scope']} aria-label={t(`shortcuts.${scope}`)}>
            <h3>{t(`shortcuts.${scope}`)}</h3>
            <dl>
              {ofScope.map((shortcut) => (
                <div key={shortcut.keys} className={styles['row']}>
                  <dt>{shortcut.text}</dt>
                  <dd>
                    <Keys of={shortcut} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        )
      })}
    </Dialog>
  )
}

function Keys({ of: { keys } }: { of: Shortcut }) {
  return keys.split(' ').map((key, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the keys do not change
    <Fragment key={index}>
      {index > 0 && ` ${t('shortcuts.then')} `}
      <kbd>{key.length === 1 ? key.toUpperCase() : key.replace('Escape', 'Esc')}</kbd>
    </Fragment>
  ))
}

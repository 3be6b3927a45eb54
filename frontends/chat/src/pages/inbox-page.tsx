import { EmptyState } from '@meadow/ui'
import { useDocumentTitle } from '@meadow/web'
import { t } from '../texts.ts'
import styles from './chat.module.css'

/** Beside the conversations while none is open. */
export function InboxPage() {
  useDocumentTitle(t('inbox.page'))
  return (
    <section className={styles['nothing']} aria-label={t('inbox.choose')}>
      <EmptyState title={t('inbox.choose')}>{t('inbox.chooseText')}</EmptyState>
    </section>
  )
}

import { Button, Dialog } from '@meadow/ui'
import styles from './manual-install-dialog.module.css'
import { t } from './texts.ts'

/** The three steps by which the app is installed on iPhones and iPads. */
export function ManualInstallDialog({ onClose }: { onClose: () => void }) {
  const footer = <Button onClick={onClose}>{t('manual.close')}</Button>
  return (
    <Dialog open narrow onClose={onClose} title={t('manual.title')} footer={footer}>
      <ol className={styles['steps']}>
        <li>{t('manual.share')}</li>
        <li>{t('manual.addToHomeScreen')}</li>
        <li>{t('manual.add')}</li>
      </ol>
    </Dialog>
  )
}

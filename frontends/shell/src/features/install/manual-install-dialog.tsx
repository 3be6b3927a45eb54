import { Button, Dialog } from '@meadow/ui'
import { InstallSteps } from '../../install-steps/install-steps.tsx'
import { t } from './texts.ts'

/** The three steps by which the app is installed on iPhones and iPads. */
export function ManualInstallDialog({ onClose }: { onClose: () => void }) {
  const footer = <Button onClick={onClose}>{t('manual.close')}</Button>
  return (
    <Dialog open narrow onClose={onClose} title={t('manual.title')} footer={footer}>
      <InstallSteps />
    </Dialog>
  )
}

import { Button } from '@meadow/ui'
import { useOutboxStatus } from '@meadow/web'
import { openWaitingDialog } from '../../waiting-dialog-state.ts'
import { SettingRow } from './setting-row.tsx'
import { t } from './texts.ts'

/** Opens the list of what waits to be sent. Renders nothing if nothing waits. */
export function WaitingSetting() {
  const { waiting, refused } = useOutboxStatus()
  if (waiting + refused === 0) return null
  return (
    <SettingRow label={t('settings.waiting')}>
      <Button variant="line" onClick={() => openWaitingDialog('list')}>
        {t('settings.showWaiting', { total: waiting + refused })}
      </Button>
    </SettingRow>
  )
}

import { Button, Dialog } from '@meadow/ui'
import styles from './muting.module.css'
import { t } from './texts.ts'

const HOUR_MS = 3_600_000
type MuteDuration = { label: string; durationMs: number }

const DURATIONS: readonly MuteDuration[] = [
  { label: t('muting.hour'), durationMs: HOUR_MS },
  { label: t('muting.day'), durationMs: 24 * HOUR_MS },
  { label: t('muting.week'), durationMs: 7 * 24 * HOUR_MS },
]

type MuteDialogProps = {
  isOpen: boolean
  title: string
  text: string
  /** The label of a mute without an end. */
  alwaysLabel?: string
  /** @default an hour, a day and a week */
  durations?: readonly MuteDuration[]
  onClose: () => void
  /** Called with the end of the mute; null if it has none. */
  onChoose: (until: string | null) => void
}

/** Dialog that asks for how long something is muted. */
export function MuteDialog({
  isOpen,
  title,
  text,
  alwaysLabel = t('muting.always'),
  durations = DURATIONS,
  onClose,
  onChoose,
}: MuteDialogProps) {
  const choose = (until: string | null) => {
    onClose()
    onChoose(until)
  }
  return (
    <Dialog
      narrow
      open={isOpen}
      title={title}
      onClose={onClose}
      footer={
        <Button variant="quiet" onClick={onClose}>
          {t('muting.cancel')}
        </Button>
      }
    >
      <p>{text}</p>
      <div className={styles['durations']}>
        {durations.map(({ label, durationMs }, index) => (
          <Button
            key={label}
            variant="line"
            onClick={() => choose(new Date(Date.now() + durationMs).toISOString())}
            data-autofocus={index === 0 || undefined}
          >
            {label}
          </Button>
        ))}
        <Button variant="line" onClick={() => choose(null)}>
          {alwaysLabel}
        </Button>
      </div>
    </Dialog>
  )
}

import { Button, Dialog, TextField } from '@meadow/ui'
import { useId, useState } from 'react'
import { getStartOfDay } from '../../data/messages/message-search-filter.ts'
import { toDayText } from '../../format/calendar-day.ts'
import { t } from '../../texts.ts'

type JumpToDateDialogProps = {
  /** The day that is chosen at first. */
  day: Date
  onClose: () => void
  /** Called with the time at which the chosen day begins, in epoch milliseconds. */
  onChoose: (time: number) => void
}

/** Dialog that asks for a day. */
export function JumpToDateDialog({ day, onClose, onChoose }: JumpToDateDialogProps) {
  const [chosen, setChosen] = useState(() => toDayText(day))
  const formId = useId()
  const time = getStartOfDay(chosen)
  return (
    <Dialog
      narrow
      open
      title={t('dates.open')}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('dates.cancel')}
          </Button>
          <Button type="submit" form={formId} disabled={time === undefined}>
            {t('dates.go')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          if (time === undefined) return
          onClose()
          onChoose(time)
        }}
      >
        <TextField
          type="date"
          label={t('dates.day')}
          value={chosen}
          max={toDayText(new Date())}
          required
          data-autofocus
          onChange={setChosen}
        />
      </form>
    </Dialog>
  )
}

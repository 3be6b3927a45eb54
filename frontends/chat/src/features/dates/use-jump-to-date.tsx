import { useToast } from '@meadow/web'
import { type ReactNode, useState } from 'react'
import { t } from '../../texts.ts'
import { JumpToDateDialog } from './jump-to-date-dialog.tsx'

type JumpToDate = {
  /** Asks for a day, at first today or this one. */
  askForDay: (day?: Date) => void
  dialog: ReactNode
}

/** Returns a function that asks for a day and then jumps to it. `jump` takes the time at which it begins. */
export function useJumpToDate(jump: (time: number) => Promise<void>): JumpToDate {
  const [day, setDay] = useState<Date>()
  const toast = useToast()
  return {
    askForDay: (first = new Date()) => setDay(first),
    dialog: day && (
      <JumpToDateDialog
        day={day}
        onClose={() => setDay(undefined)}
        onChoose={(time) => void jump(time).catch(() => toast({ tone: 'error', title: t('dates.failed') }))}
      />
    ),
  }
}

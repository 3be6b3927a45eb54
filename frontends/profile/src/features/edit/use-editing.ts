import { useLocation, useNavigate } from '@meadow/web'
import { useEffect, useEffectEvent, useState } from 'react'

export type Which = 'avatar' | 'cover'

export type Editing = {
  isOpen: boolean
  /** Grows when a form begins anew. What was typed stays while it does not. */
  attempt: number
  /** Opened for a picture: the picker comes at once. */
  picture: Which | undefined
  open: (picture?: Which) => void
  /** `keeps` what was typed for the next time. */
  close: (keeps: boolean) => void
}

/** Whether one edits one's profile now. A link asks for it by its state, `{ edit: true }`. */
export function useEditing(): Editing {
  const { state } = useLocation()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [picture, setPicture] = useState<Which>()
  const [attempt, setAttempt] = useState(0)
  const [isOver, setOver] = useState(false)

  const open = (which?: Which) => {
    if (isOver) setAttempt(attempt + 1)
    setOver(false)
    setPicture(which)
    setOpen(true)
  }
  const close = (keeps: boolean) => {
    setOver(!keeps)
    setOpen(false)
  }
  const isAsked = (state as { edit?: boolean } | null)?.edit === true
  const openAsAsked = useEffectEvent(() => {
    open()
    void navigate('', { replace: true, state: { stay: true } }) // once: not again after a reload
  })
  useEffect(() => {
    if (isAsked) openAsAsked()
  }, [isAsked])

  return { isOpen, attempt, picture, open, close }
}

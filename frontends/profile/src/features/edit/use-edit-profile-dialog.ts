import { useLocation, useNavigate } from '@meadow/web'
import { useEffect, useEffectEvent, useState } from 'react'

export type ProfilePictureKind = 'avatar' | 'cover'

export type EditProfileDialogState = {
  isOpen: boolean
  /** Grows when a form begins anew. What was typed stays while it does not. */
  attempt: number
  /** Opened for a picture: the picker comes at once. */
  picture: ProfilePictureKind | undefined
  open: (picture?: ProfilePictureKind) => void
  /** `keeps` what was typed for the next time. */
  close: (keeps: boolean) => void
}

/** Whether one edits one's profile now. A link asks for it by its state, `{ edit: true }`. */
export function useEditProfileDialog(): EditProfileDialogState {
  const { state } = useLocation()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [picture, setPicture] = useState<ProfilePictureKind>()
  const [attempt, setAttempt] = useState(0)
  const [isFinished, setFinished] = useState(false)

  const open = (which?: ProfilePictureKind) => {
    if (isFinished) setAttempt(attempt + 1)
    setFinished(false)
    setPicture(which)
    setOpen(true)
  }
  const close = (keeps: boolean) => {
    setFinished(!keeps)
    setOpen(false)
  }
  const isRequestedByLink = (state as { edit?: boolean } | null)?.edit === true
  const openFromLink = useEffectEvent(() => {
    open()
    void navigate('', { replace: true, state: { stay: true } }) // once: not again after a reload
  })
  useEffect(() => {
    if (isRequestedByLink) openFromLink()
  }, [isRequestedByLink])

  return { isOpen, attempt, picture, open, close }
}

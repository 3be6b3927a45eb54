import { useLocation, useNavigate } from '@meadow/web'
import { useEffect, useEffectEvent, useState } from 'react'

export type ProfilePictureKind = 'avatar' | 'cover'

export type EditProfileDialogState = {
  isOpen: boolean
  /** React key of the form: increases when the form starts over, which discards the input. */
  attempt: number
  /** Opens the file picker at once. */
  picture: ProfilePictureKind | undefined
  open: (picture?: ProfilePictureKind) => void
  /** Closes the dialog; `keepsInput` preserves the input for the next time. */
  close: (keepsInput: boolean) => void
}

/** State of the Edit Profile dialog. A link with the location state `{ edit: true }` opens it. */
export function useEditProfileDialog(): EditProfileDialogState {
  const { state } = useLocation()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [picture, setPicture] = useState<ProfilePictureKind>()
  const [attempt, setAttempt] = useState(0)
  const [isFinished, setFinished] = useState(false)

  const open = (kind?: ProfilePictureKind) => {
    if (isFinished) setAttempt(attempt + 1)
    setFinished(false)
    setPicture(kind)
    setOpen(true)
  }
  const close = (keepsInput: boolean) => {
    setFinished(!keepsInput)
    setOpen(false)
  }
  const isRequestedByLink = (state as { edit?: boolean } | null)?.edit === true
  const openFromLink = useEffectEvent(() => {
    open()
    void navigate('', { replace: true, state: { stay: true } }) // clears the state: a reload does not open it again
  })
  useEffect(() => {
    if (isRequestedByLink) openFromLink()
  }, [isRequestedByLink])

  return { isOpen, attempt, picture, open, close }
}

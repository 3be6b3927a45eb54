import { MAX_POST_LENGTH } from '@meadow/contracts/limits'
import { validatePicture } from '@meadow/features'
import { useEffect, useState } from 'react'

export type ChosenPicture = { file: File; preview: string }

/** State of the post draft. It survives closing the dialog and ends when the post is published. */
export function usePostDraft() {
  const [text, setText] = useState('')
  const [picture, setPicture] = useState<ChosenPicture>()
  const [alt, setAlt] = useState('')
  const [pictureError, setPictureError] = useState<string>()

  useEffect(() => () => void (picture && URL.revokeObjectURL(picture.preview)), [picture])

  const choosePicture = (file: File) => {
    const problem = validatePicture(file)
    setPictureError(problem)
    if (problem) return
    setPicture({ file, preview: URL.createObjectURL(file) })
    setAlt('')
  }
  const removePicture = () => {
    setPicture(undefined)
    setAlt('')
    setPictureError(undefined)
  }
  const clear = () => {
    removePicture()
    setText('')
  }
  const isComplete = (text.trim() !== '' || picture !== undefined) && text.trim().length <= MAX_POST_LENGTH
  return {
    text,
    setText,
    picture,
    choosePicture,
    removePicture,
    alt,
    setAlt,
    pictureError,
    isComplete,
    clear,
  }
}

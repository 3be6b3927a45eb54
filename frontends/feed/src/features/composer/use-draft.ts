import { POST_MAX } from '@meadow/contracts/limits'
import { validatePicture } from '@meadow/features'
import { useEffect, useState } from 'react'

export type ChosenPicture = { file: File; preview: string }

/** What is being written: it stays when the dialog closes, until it is posted. */
export function useDraft() {
  const [text, setText] = useState('')
  const [picture, setPicture] = useState<ChosenPicture>()
  const [alt, setAlt] = useState('')
  const [refusal, setRefusal] = useState<string>()

  useEffect(() => () => void (picture && URL.revokeObjectURL(picture.preview)), [picture])

  const choose = (file: File) => {
    const why = validatePicture(file)
    setRefusal(why)
    if (why) return
    setPicture({ file, preview: URL.createObjectURL(file) })
    setAlt('')
  }
  const removePicture = () => {
    setPicture(undefined)
    setAlt('')
    setRefusal(undefined)
  }
  const clear = () => {
    removePicture()
    setText('')
  }
  const isPostable = (text.trim() !== '' || picture !== undefined) && text.trim().length <= POST_MAX
  return { text, setText, picture, choose, removePicture, alt, setAlt, refusal, isPostable, clear }
}

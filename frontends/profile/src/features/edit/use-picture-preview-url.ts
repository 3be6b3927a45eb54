import { useEffect, useState } from 'react'
import type { PictureValue } from './profile-form-values.ts'

/** Returns the URL that displays a picture; an object URL for a newly chosen file. */
export function usePicturePreviewUrl({ url, file }: PictureValue): string {
  const [preview, setPreview] = useState<{ file: File; url: string }>()
  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setPreview({ file, url })
    return () => URL.revokeObjectURL(url)
  }, [file])
  return file ? (preview?.file === file ? preview.url : '') : url
}

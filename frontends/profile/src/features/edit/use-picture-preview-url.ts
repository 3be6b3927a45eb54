import { useEffect, useState } from 'react'
import type { PictureValue } from './profile-form-values.ts'

/** The address at which a picture can be seen: a chosen file's only in this page. */
export function usePicturePreviewUrl({ url: address, file }: PictureValue): string {
  const [preview, setPreview] = useState<{ file: File; url: string }>()
  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setPreview({ file, url })
    return () => URL.revokeObjectURL(url)
  }, [file])
  return file ? (preview?.file === file ? preview.url : '') : address
}

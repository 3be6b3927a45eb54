import { useRef, useState } from 'react'
import { type PicturePurpose, usePictureUpload } from '../pictures/use-picture-upload.ts'

/** The progress of an upload, and functions that start and cancel it. */
export type PicturesUpload = {
  /** The uploaded share of all bytes, from 0 to 1; undefined while nothing is uploaded. */
  share: number | undefined
  /** Uploads files one after the other and returns their URLs. @throws ApiError, or AbortError after `cancel` */
  upload: (files: readonly File[]) => Promise<string[]>
  cancel: () => void
}

/** Uploads several pictures. A repeat after a failure or cancel uploads only the files that are still missing. */
export function usePicturesUpload(purpose: PicturePurpose): PicturesUpload {
  const uploadPicture = usePictureUpload(purpose)
  const [share, setShare] = useState<number>()
  const running = useRef<AbortController>(undefined)

  return {
    share,
    async upload(files) {
      const abortController = new AbortController()
      running.current = abortController
      const totalBytes = files.reduce((sum, { size }) => sum + size, 0)
      const urls: string[] = []
      let uploadedBytes = 0
      try {
        for (const file of files) {
          const onProgress = (fileShare: number) => setShare((uploadedBytes + fileShare * file.size) / totalBytes)
          onProgress(0)
          urls.push(await uploadPicture(file, { signal: abortController.signal, onProgress }))
          uploadedBytes += file.size
        }
        return urls
      } finally {
        setShare(undefined)
      }
    },
    cancel: () => running.current?.abort(),
  }
}

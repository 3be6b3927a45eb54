import { useEffect } from 'react'
import { countPendingCalls } from '../api/send-request.ts'

const unsavedWork = new Set<symbol>()

/** Declares that a reload would lose something while `isUnsaved`: text, chosen files, a recording. Updates of the app then wait. */
export function useUnsavedWork(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const work = Symbol('unsaved work')
    unsavedWork.add(work)
    return () => void unsavedWork.delete(work)
  }, [isUnsaved])
}

/** Returns true if a reload would lose or interrupt something: declared work, a call of the API, or a video or voice that plays. */
export function hasUnsavedWork(): boolean {
  const media = document.querySelectorAll<HTMLMediaElement>('audio, video')
  return unsavedWork.size > 0 || countPendingCalls() > 0 || [...media].some((element) => !element.paused)
}

import { ApiError, api } from '@meadow/web'
import { useEffect } from 'react'
import { startViewTracker } from './view-tracker.ts'

/** Counts the posts that the signed-in member sees, on every page. Renders nothing. */
export function PostViewCounter(): null {
  useEffect(() => {
    const tracker = startViewTracker(sendViews)
    return () => tracker[Symbol.dispose]()
  }, [])
  return null
}

/** A refused batch is given up: a view is not worth an error. One without a response is sent again. */
const sendViews = (ids: string[]) =>
  api('POST /posts/views', { body: { ids } }).then(
    () => true,
    (error) => !(error instanceof ApiError && error.code === 'offline'),
  )

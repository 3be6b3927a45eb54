import { takeSharedContent, useSession } from '@meadow/web'
import { useEffect, useEffectEvent } from 'react'
import type { PostDraft } from './use-publish-post.ts'

/** Adds what another app has shared with Meadow to the draft when the composer opens. */
export function useSharedContent(isOpen: boolean, draft: PostDraft): void {
  const memberId = useSession().user?._id
  const addToDraft = useEffectEvent(async () => {
    const content = memberId && (await takeSharedContent(memberId))
    if (!content) return
    addContent(content)
  })
  const addContent = useEffectEvent(
    ({ title, text, url, files }: NonNullable<Awaited<ReturnType<typeof takeSharedContent>>>) => {
      const parts = [draft.text, title, text, url].filter((part) => part !== undefined && part !== '')
      draft.setText([...new Set(parts)].join('\n'))
      if (files.length > 0) void draft.tray.add(files as File[])
    },
  )
  useEffect(() => {
    if (isOpen) void addToDraft()
  }, [isOpen])
}

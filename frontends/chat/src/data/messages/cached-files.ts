import type { MessageView } from '@meadow/contracts/browser'
import type { QueryClient } from '@meadow/web'
import { removeMemberFiles } from '@meadow/web/member-files'
import { chatQueryKeys } from '../query-keys.ts'
import type { ThreadWindow } from '../threads/thread-window.ts'
import type { MessageWindow } from './message-window.ts'

/** Removes the files of messages that are gone from this browser. */
export const removeCachedFiles = (messages: readonly MessageView[]): Promise<void> =>
  removeMemberFiles([...new Set(messages.flatMap(listFileAddresses))])

/** Removes the files of messages from this browser that are gone, as far as the conversation or one of its threads has them loaded. */
export function removeFilesOfMessages(cache: QueryClient, userId: string, ids: readonly string[]): void {
  if (ids.length === 0) return
  const messages = cache.getQueryData<MessageWindow>(chatQueryKeys.messageWindow(userId))?.messages ?? []
  const threads = cache
    .getQueriesData<ThreadWindow>({ queryKey: chatQueryKeys.allThreads })
    .flatMap(([, thread]) => (thread?.userId === userId ? [thread.root, ...thread.messages] : []))
  void removeCachedFiles([...messages, ...threads].filter(({ _id }) => ids.includes(_id)))
}

type MessageFile = { url: string; sources: readonly { url: string }[] }

const listFileAddresses = ({ pictures, voice, video, linkPreview }: MessageView): string[] => [
  ...pictures.flatMap(listPictureAddresses),
  ...(voice?.url ? [voice.url] : []),
  ...(video?.url ? [video.url] : []),
  ...(video?.poster ? listPictureAddresses(video.poster) : []),
  ...(linkPreview?.picture ? listPictureAddresses(linkPreview.picture) : []),
]

const listPictureAddresses = ({ url, sources }: MessageFile): string[] => [url, ...sources.map((source) => source.url)]

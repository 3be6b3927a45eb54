import type { MessageView } from '@meadow/contracts/browser'
import { removeMemberFiles } from '@meadow/web/member-files'

/** Removes the files of messages that are gone from this browser. */
export const removeCachedFiles = (messages: readonly MessageView[]): Promise<void> =>
  removeMemberFiles(messages.flatMap(listFileAddresses))

const listFileAddresses = ({ pictures, voice }: MessageView): string[] => [
  ...pictures.flatMap(({ url, sources }) => [url, ...sources.map((source) => source.url)]),
  ...(voice?.url ? [voice.url] : []),
]

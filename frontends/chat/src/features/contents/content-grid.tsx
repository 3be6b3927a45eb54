import type { MediaView, MessageView } from '@meadow/contracts/browser'
import { formatDuration } from '@meadow/features'
import { Picture } from '@meadow/ui'
import { Play } from 'lucide-react'
import { useRef } from 'react'
import { t } from '../../texts.ts'
import styles from './contents.module.css'

type ContentGridProps = {
  messages: readonly MessageView[]
  onShowMessage: (messageId: string) => void
  /** Called once for each address that does not load: the addresses of pictures expire after a day. */
  onExpired: () => void
}

/** The pictures and videos of messages as a grid, whose squares have their size before they load. A click shows the message. */
export function ContentGrid({ messages, onShowMessage, onExpired }: ContentGridProps) {
  const failedUrls = useRef(new Set<string>())
  const handleError = (url: string) => {
    if (failedUrls.current.has(url)) return
    failedUrls.current.add(url)
    onExpired()
  }
  return (
    <ul className={styles['grid']}>
      {messages.flatMap((message) =>
        listTiles(message).map(({ id, text, picture, durationMs }) => (
          <li key={id}>
            <button
              type="button"
              aria-label={t('contents.showPicture', { text })}
              onClick={() => onShowMessage(message._id)}
            >
              {picture && (
                <Picture
                  src={picture.url}
                  sources={picture.sources}
                  placeholder={picture.placeholder}
                  alt=""
                  width={picture.width}
                  height={picture.height}
                  ratio={1}
                  sizes="120px"
                  onError={() => handleError(picture.url)}
                />
              )}
              {durationMs !== undefined && (
                <span className={styles['duration']}>
                  <Play aria-hidden="true" />
                  {formatDuration(durationMs)}
                </span>
              )}
            </button>
          </li>
        )),
      )}
    </ul>
  )
}

/** `picture` is null for a video that has no poster yet. */
type ContentTile = { id: string; text: string; picture: MediaView | null; durationMs?: number }

/** Lists the pictures of a message, or the poster of its video. */
function listTiles({ _id, sender, pictures, video }: MessageView): ContentTile[] {
  const name = sender.fullName
  if (video) {
    const { poster, durationMs } = video
    const text = t('contents.video', { name, duration: formatDuration(durationMs) })
    return [{ id: _id, text, picture: poster, durationMs }]
  }
  return pictures.map((picture) => ({
    id: picture._id,
    text: picture.alt || t('message.picture', { name }),
    picture,
  }))
}

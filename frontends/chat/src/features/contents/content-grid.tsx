import type { MessageView } from '@meadow/contracts/browser'
import { Picture } from '@meadow/ui'
import { useRef } from 'react'
import { t } from '../../texts.ts'
import styles from './contents.module.css'

type ContentGridProps = {
  messages: readonly MessageView[]
  onShowMessage: (messageId: string) => void
  /** Called once for each address that does not load: the addresses of pictures expire after a day. */
  onExpired: () => void
}

/** The pictures of messages as a grid, whose squares have their size before they load. A click shows the message. */
export function ContentGrid({ messages, onShowMessage, onExpired }: ContentGridProps) {
  const failedUrls = useRef(new Set<string>())
  return (
    <ul className={styles['grid']}>
      {messages.flatMap((message) =>
        message.pictures.map((picture) => (
          <li key={picture._id}>
            <button
              type="button"
              aria-label={t('contents.showPicture', {
                text: picture.alt || t('message.picture', { name: message.sender.fullName }),
              })}
              onClick={() => onShowMessage(message._id)}
            >
              <Picture
                src={picture.url}
                sources={picture.sources}
                placeholder={picture.placeholder}
                alt=""
                width={picture.width}
                height={picture.height}
                ratio={1}
                sizes="120px"
                onError={() => {
                  if (failedUrls.current.has(picture.url)) return
                  failedUrls.current.add(picture.url)
                  onExpired()
                }}
              />
            </button>
          </li>
        )),
      )}
    </ul>
  )
}

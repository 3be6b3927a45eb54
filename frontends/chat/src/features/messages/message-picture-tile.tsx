import type { MediaView } from '@meadow/contracts/browser'
import { Button, joinClassNames, Picture, Skeleton } from '@meadow/ui'
import type { ShownMessage } from '../../data/messages/shown-message.ts'
import { t } from '../../texts.ts'
import styles from './message-pictures.module.css'
import { getSinglePictureSize, MAX_WIDTH_PX } from './picture-size.ts'
import { useMessagePicture } from './use-message-picture.ts'

type MessagePictureTileProps = {
  message: ShownMessage
  picture: MediaView
  /** True if it is the only picture of the message. */
  isSingle: boolean
  label: string
  onOpen: () => void
}

/** One picture of a message: the picture, or the state in which it cannot be shown. */
export function MessagePictureTile({ message, picture, isSingle, label, onOpen }: MessagePictureTileProps) {
  const { state, handleError, retry } = useMessagePicture(message, picture)
  const { width, ratio } = getSinglePictureSize(picture)
  const boxStyle = isSingle ? { width, aspectRatio: ratio } : undefined
  if (state === 'failed')
    return (
      <div className={styles['failed']} style={boxStyle}>
        {t('message.pictureFailed')}
        {!message.localState && (
          <Button variant="plain" size="s" onClick={retry}>
            {t('tryAgain')}
          </Button>
        )}
      </div>
    )
  return (
    <button
      type="button"
      className={joinClassNames(styles['picture'], isSingle && styles['single'])}
      style={boxStyle}
      aria-label={label}
      onClick={onOpen}
    >
      {state === 'refreshing' ? (
        <Skeleton height="100%" />
      ) : (
        <Picture
          src={picture.url}
          sources={picture.sources}
          placeholder={picture.placeholder}
          alt={picture.alt}
          width={picture.width}
          height={picture.height}
          sizes={`${isSingle ? MAX_WIDTH_PX : MAX_WIDTH_PX / 2}px`}
          loading="eager"
          onError={handleError}
          {...(isSingle && { ratio })}
        />
      )}
    </button>
  )
}
